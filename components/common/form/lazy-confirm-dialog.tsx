"use client";

import { type ComponentProps, lazy, Suspense } from "react";
import type { ConfirmDialog as Loaded } from "./confirm-dialog";

const load = () => import("./confirm-dialog");
const ConfirmDialog = lazy(() => load().then((module) => ({ default: module.ConfirmDialog })));

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
