"use client";

import { type ReactNode, Suspense } from "react";
import { useIsHydrated } from "@/lib/client/use-in-browser";
import { lazyWithPreload } from "./lazy-with-preload";

const Panel = lazyWithPreload(() => import("./dialog-panel"), "DialogPanel");

/** Props of `Dialog`. */
export type DialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** Text below the title. Screen readers read it after the title. */
  description?: ReactNode;
  /** `center` is a dialog; `left` and `right` are drawers at that edge. */
  side?: "center" | "left" | "right";
  /** Vertical position of a centred dialog. "top" keeps the dialog's top in place when the dialog's height changes. */
  place?: "middle" | "top";
  /** Maximum width of a centred dialog. */
  size?: "sm" | "md" | "lg" | "xl";
  /** True if the title is visually hidden. */
  titleHidden?: boolean;
  /** True while an action runs: Escape and a click outside do not close the dialog. */
  locked?: boolean;
  /** Buttons or text below the scrolling content. */
  footer?: ReactNode;
  children?: ReactNode;
};

/** Preloads the code of dialogs, such as on hover of a button that opens a dialog. */
export const preloadDialog = Panel.preload;

/** Renders a modal. The code of focus trap and scroll lock loads when the first modal opens. */
export function Dialog(props: DialogProps) {
  // Waits for hydration before a dialog opened by the URL renders, because React can't hydrate a portal.
  const inBrowser = useIsHydrated();
  if (!props.open || !inBrowser) return null;
  return (
    <Suspense>
      <Panel {...props} />
    </Suspense>
  );
}
