// biome-ignore-all lint/a11y/useSemanticElements: a table element cannot render only the visible rows with two fixed columns
"use client";

import { defaultRangeExtractor, type Range as Shown, useVirtualizer, type VirtualItem } from "@tanstack/react-virtual";
import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useMemo, useRef } from "react";
import { PrintOnly } from "@/components/ui/print-only";
import type { Language } from "@/lib/contract/app-config-languages";
import { type CellPosition, clampPosition, createCellFocus, positionAfterKey } from "./language-focus";
import { type GridTools, GridToolsProvider } from "./language-grid-context";
import { GridHead } from "./language-grid-head";
import { GridRow } from "./language-grid-row";
import { COLUMN_WIDTH, FOOT_HEIGHT, FROZEN_COLUMNS_WIDTH, HEAD_HEIGHT, ROW_HEIGHT } from "./language-measures";
import type { TextWindows } from "./use-text-windows";

type LanguageGridProps = Pick<GridTools, "mayUpdate" | "save" | "paste" | "openKey"> & {
  languages: readonly Language[];
  windows: TextWindows;
  total: number;
  chosen: string | undefined;
  menuOf: (language: Language) => ReactNode;
};

/** Initial size in pixels for server rendering, where the grid can't be measured. */
const SIZE = { width: 1_120, height: 700 };

/** Renders the app's texts as a grid of keys by languages. Of thousands of cells, renders only those in view and the active one. */
export function LanguageGrid(props: LanguageGridProps) {
  const { languages, windows, total, chosen: chosenCode, menuOf, mayUpdate, save, paste, openKey } = props;
  const scrollerRef = useRef<HTMLDivElement>(null);
  const focus = useMemo(createCellFocus, []);
  const translationCount = languages.length - 1;
  const getScrollElement = () => scrollerRef.current;
  const rows = useVirtualizer({
    count: total,
    getScrollElement,
    estimateSize: () => ROW_HEIGHT,
    overscan: 3,
    paddingStart: HEAD_HEIGHT,
    paddingEnd: FOOT_HEIGHT,
    scrollPaddingStart: HEAD_HEIGHT,
    initialRect: SIZE,
    useFlushSync: false,
    rangeExtractor: (range) => includeActiveRow(range, focus.place().row),
  });
  const columns = useVirtualizer({
    horizontal: true,
    count: translationCount,
    getScrollElement,
    estimateSize: () => COLUMN_WIDTH,
    overscan: 0,
    paddingStart: FROZEN_COLUMNS_WIDTH,
    scrollPaddingStart: FROZEN_COLUMNS_WIDTH,
    initialRect: SIZE,
    useFlushSync: false,
    rangeExtractor: (range) => includeActiveRow(range, focus.place().col - 2),
  });
  const shownColumns = useStableItems(columns.getVirtualItems());
  const { range } = rows;
  useEffect(() => {
    windows.want({ first: range?.startIndex ?? 0, last: range?.endIndex ?? 0 });
  });
  useEffect(() => {
    const index = languages.findIndex(({ code }) => code === chosenCode);
    if (index > 0) columns.scrollToIndex(index - 1, { align: "auto" });
  }, [chosenCode, languages, columns]);

  const size = useRef({ rows: 0, cols: 0, page: 10 });
  size.current = {
    rows: total,
    cols: languages.length + 1,
    page: Math.max(1, Math.floor(((scrollerRef.current?.clientHeight ?? SIZE.height) - HEAD_HEIGHT) / ROW_HEIGHT) - 1),
  };
  const goTo = useCallback(
    (position: CellPosition) => {
      focus.moveTo(position);
      rows.scrollToIndex(position.row, { align: "auto" });
      if (position.col >= 2) columns.scrollToIndex(position.col - 2, { align: "auto" });
    },
    [focus, rows, columns],
  );
  const gridTools = useMemo<GridTools>(
    () => ({
      focus,
      mayUpdate,
      languages,
      save,
      paste,
      openKey,
      move: (from, down, right) => goTo(clampPosition({ row: from.row + down, col: from.col + right }, size.current)),
      press: (event: KeyboardEvent, from) => {
        const next = event.altKey || event.shiftKey ? null : positionAfterKey(event, from, size.current);
        if (!next) return false;
        event.preventDefault();
        goTo(next);
        return true;
      },
    }),
    [focus, mayUpdate, languages, save, paste, openKey, goTo],
  );
  return (
    <GridToolsProvider value={gridTools}>
      <PrintOnly words="Only the texts in view are printed. Export has all of them." />
      <div
        ref={scrollerRef}
        className="relative h-[max(24rem,calc(100dvh-22rem))] overflow-auto overscroll-contain rounded-md border contain-strict print:overflow-hidden!"
      >
        <div
          role="grid"
          aria-label="Texts of the app"
          aria-rowcount={total + 1}
          aria-colcount={languages.length + 1}
          aria-readonly={!mayUpdate}
          style={{ height: rows.getTotalSize(), width: columns.getTotalSize() }}
          className="relative"
        >
          <GridHead languages={languages} columns={shownColumns} chosen={chosenCode} menuOf={menuOf} />
          {rows.getVirtualItems().map(({ index, start }) => (
            <GridRow key={index} row={windows.rowAt(index)} at={index} top={start} columns={shownColumns} />
          ))}
        </div>
      </div>
    </GridToolsProvider>
  );
}

/** Adds the active row or column to the rendered range, so that typed text and focus survive scrolling. */
function includeActiveRow(range: Shown, active: number): number[] {
  const visible = defaultRangeExtractor(range);
  if (active < 0 || active >= range.count || visible.includes(active)) return visible;
  return [...visible, active].sort((one, other) => one - other);
}

/** Returns the same array while the columns are unchanged, so that vertical scrolling does not render rows again. */
function useStableItems(items: VirtualItem[]): readonly VirtualItem[] {
  const stableItems = useRef(items);
  const isSame =
    stableItems.current.length === items.length &&
    stableItems.current.every((item, at) => item.index === items[at]?.index && item.start === items[at]?.start);
  if (!isSame) stableItems.current = items;
  return stableItems.current;
}
