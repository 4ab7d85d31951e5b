"use client";

import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { Skeleton } from "@/components/ui/skeleton";
import type { Language } from "@/lib/contract/app-config-languages";
import { createCellFocusStore } from "./language-focus";
import { type TextGridContextValue, TextGridProvider } from "./language-grid-context";
import { TextRowOnPhone } from "./language-phone-row";
import type { PagedTranslationRows } from "./use-paged-translation-rows";

type PhoneListProps = Pick<TextGridContextValue, "mayUpdate" | "save" | "paste" | "openKey"> & {
  languages: readonly Language[];
  /** Language being edited. */
  language: Language;
  pagedRows: PagedTranslationRows;
  total: number;
};

/** Renders the app's texts on a phone: one language at a time, scrolling with the page. */
export function TextListOnPhone({
  languages,
  language,
  pagedRows,
  total,
  mayUpdate,
  save,
  paste,
  openKey,
}: PhoneListProps) {
  const element = useRef<HTMLDivElement>(null);
  const [topOffset, setTopOffset] = useState(0);
  // Measures the list's position after every render, because filters and notices above the list change it.
  useLayoutEffect(() => {
    setTopOffset(element.current ? Math.round(element.current.getBoundingClientRect().top + window.scrollY) : 0);
  });
  const virtualizer = useWindowVirtualizer({
    count: total,
    estimateSize: () => 150,
    overscan: 4,
    scrollMargin: topOffset,
    initialRect: { width: 390, height: 844 },
    useFlushSync: false,
  });
  const items = virtualizer.getVirtualItems();
  useEffect(() => {
    pagedRows.want({ first: items[0]?.index ?? 0, last: items.at(-1)?.index ?? 0 });
  });
  const focus = useMemo(createCellFocusStore, []);
  const gridTools = useMemo<TextGridContextValue>(
    () => ({ focus, mayUpdate, languages, save, paste, openKey, move: () => {}, press: () => false }),
    [focus, mayUpdate, languages, save, paste, openKey],
  );
  const source = languages[0] ?? language;
  return (
    <TextGridProvider value={gridTools}>
      <div ref={element} style={{ height: virtualizer.getTotalSize() }} className="relative">
        {items.map(({ index, start }) => {
          const row = pagedRows.rowAt(index);
          return (
            <div
              key={index}
              ref={virtualizer.measureElement}
              data-index={index}
              style={{ transform: `translateY(${start - topOffset}px)` }}
              className="absolute top-0 left-0 w-full"
            >
              {row ? <TextRowOnPhone row={row} at={index} language={language} source={source} /> : <RowSkeleton />}
            </div>
          );
        })}
      </div>
    </TextGridProvider>
  );
}

function RowSkeleton() {
  return (
    <div className="space-y-2 border-b py-3">
      <Skeleton className="h-4 w-1/2" />
      <Skeleton className="h-4 w-3/4" />
      <Skeleton className="h-16" />
    </div>
  );
}
