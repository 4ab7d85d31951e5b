"use client";

import { type ComponentProps, lazy, Suspense } from "react";
import type { ConfirmDialog as Loaded } from "./confirm-dialog";

const ConfirmDialog = lazy(() => import("./confirm-dialog").then((module) => ({ default: module.ConfirmDialog })));

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
