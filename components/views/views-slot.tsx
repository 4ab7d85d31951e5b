"use client";

import { Suspense } from "react";
import type { SavedViewsProps } from "@/components/common/table/views-context";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import { useInitialListQueryString } from "@/lib/client/list-start";
import { ALL_ROWS } from "@/lib/contract/list.values";
import { useSavedViews } from "./use-list-views";

/**
 * Loads the bar only in lists with saved views, because most lists have none. The server's HTML contains the bar before the code
 * has loaded in the browser.
 */
export const SavedViewsBar = lazyWithPreload(() => import("./views-bar"), "SavedViewsBar");

/** Renders the bar of saved views, or nothing if the list has no views and opens with all rows. */
export function SavedViewsSlot(props: SavedViewsProps) {
  const { views } = useSavedViews(props);
  const { saved } = props.list.state;
  const start = useInitialListQueryString(props.list.views?.name);
  if (views.length === 0 && !start && (!saved || saved === ALL_ROWS)) return null;
  return (
    <Suspense>
      <SavedViewsBar {...props} />
    </Suspense>
  );
}
