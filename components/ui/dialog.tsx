"use client";

import { type ReactNode, Suspense } from "react";
import { useInBrowser } from "@/lib/client/in-browser";
import { lazyPart } from "./lazy-part";

const Panel = lazyPart(() => import("./dialog-panel"), "DialogPanel");

export type DialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** Read out with the title. */
  description?: ReactNode;
  /** `center`: a dialog; `left`, `right`: a drawer along that edge. */
  side?: "center" | "left" | "right";
  /** Where a centred dialog stands; at the top it does not move while its content grows and shrinks. */
  place?: "middle" | "top";
  /** Widest a centred dialog gets. */
  size?: "sm" | "md" | "lg" | "xl";
  /** The title is there for screen readers only. */
  titleHidden?: boolean;
  /** Stays while something is under way: neither Escape nor a click beside closes it. */
  locked?: boolean;
  /** Below the scrolling part. */
  footer?: ReactNode;
  children?: ReactNode;
};

/** Fetches the dialog's code ahead of the click that opens it. */
export const preloadDialog = Panel.preload;

/** A modal. Its machinery (focus trap, scroll lock) is fetched with the first one that opens. */
export function Dialog(props: DialogProps) {
  // One that stands open from the start, by its address, comes after hydration: a portal can't be hydrated.
  const inBrowser = useInBrowser();
  if (!props.open || !inBrowser) return null;
  return (
    <Suspense>
      <Panel {...props} />
    </Suspense>
  );
}
