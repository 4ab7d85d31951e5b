"use client";

import { type ComponentProps, Suspense } from "react";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import type { ConfirmDialog as Loaded } from "./confirm-dialog";

const load = () => import("./confirm-dialog");
const ConfirmDialog = lazyWithPreload(load, "ConfirmDialog");

export const preloadConfirmDialog = () => void load().catch(() => {});

/** Loads the dialog when it first opens, for pages that rarely need it. */
export function LazyConfirmDialog(props: ComponentProps<typeof Loaded>) {
  // Returns nothing while closed, because rendering the dialog would load its code.
  if (!props.open) return null;
  return (
    <Suspense>
      <ConfirmDialog {...props} />
    </Suspense>
  );
}
