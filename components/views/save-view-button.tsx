"use client";

import { BookmarkPlus } from "lucide-react";
import { Suspense, useState } from "react";
import type { SavedViewsProps } from "@/components/common/table/views-context";
import { Button } from "@/components/ui/button";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import { useSavedViews } from "./use-list-views";

/** Dialog that saves or changes a view; its code loads on demand. */
export const SavedViewDialog = lazyWithPreload(() => import("./view-dialog"), "SavedViewDialog");

/** Saves the list's filters, sort order, columns and page size as a new view, and opens the view. */
export function SaveViewButton({ list, layout, facets, columns }: SavedViewsProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { name, current } = useSavedViews({ list, layout });
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        onPointerEnter={SavedViewDialog.preload}
        onFocus={SavedViewDialog.preload}
        onClick={() => setIsOpen(true)}
      >
        <BookmarkPlus aria-hidden="true" /> Save view
      </Button>
      {isOpen && (
        <Suspense>
          <SavedViewDialog
            {...{ list: name, facets, columns, current }}
            onSaved={list.views?.open}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
