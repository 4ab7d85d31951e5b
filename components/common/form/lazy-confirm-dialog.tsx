"use client";

import { type ComponentProps, Suspense } from "react";
import { lazyPart } from "@/components/ui/lazy-part";
import type { ConfirmDialog as Loaded } from "./confirm-dialog";

const load = () => import("./confirm-dialog");
const ConfirmDialog = lazyPart(load, "ConfirmDialog");

/** Fetches it ahead of the moment that asks. */
export const preloadConfirmDialog = () => void load().catch(() => {});

/** The same dialog, whose form loads with its first opening: for pages that ask for it seldom. */
export function LazyConfirmDialog(props: ComponentProps<typeof Loaded>) {
  // Drawn while it is closed, it would load at once.
  if (!props.open) return null;
  return (
    <Suspense>
      <ConfirmDialog {...props} />
    </Suspense>
  );
}
