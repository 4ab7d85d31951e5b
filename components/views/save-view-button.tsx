"use client";

import { BookmarkPlus } from "lucide-react";
import { Suspense, useState } from "react";
import type { ViewsProps } from "@/components/common/table/views-context";
import { Button } from "@/components/ui/button";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import { useListViews } from "./use-list-views";

export const ViewDialog = lazyWithPreload(() => import("./view-dialog"), "ViewDialog");

/** Saves the list's filters, sort order, columns and page size as a new view, and opens the view. */
export function SaveViewButton({ list, layout, facets, columns }: ViewsProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { name, current } = useListViews({ list, layout });
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        onPointerEnter={ViewDialog.preload}
        onFocus={ViewDialog.preload}
        onClick={() => setIsOpen(true)}
      >
        <BookmarkPlus aria-hidden="true" /> Save view
      </Button>
      {isOpen && (
        <Suspense>
          <ViewDialog
            {...{ list: name, facets, columns, current }}
            onSaved={list.views?.open}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
