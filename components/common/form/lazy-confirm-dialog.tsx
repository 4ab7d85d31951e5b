"use client";

import { type ComponentProps, Suspense } from "react";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import type { ConfirmDialog as Loaded } from "./confirm-dialog";

const loadConfirmDialog = () => import("./confirm-dialog");
const ConfirmDialog = lazyWithPreload(loadConfirmDialog, "ConfirmDialog");

/** Preloads the code of `LazyConfirmDialog`. */
export const preloadConfirmDialog = () => void loadConfirmDialog().catch(() => {});

/** Renders a confirm dialog whose code loads when it first opens, for pages that rarely need it. */
export function LazyConfirmDialog(props: ComponentProps<typeof Loaded>) {
  // Returns nothing while closed, because rendering the dialog would load its code.
  if (!props.open) return null;
  return (
    <Suspense>
      <ConfirmDialog {...props} />
    </Suspense>
  );
}
