// biome-ignore-all lint/a11y/useSemanticElements: a table element cannot render only the visible rows with two fixed columns
"use client";

import { defaultRangeExtractor, type Range as Shown, useVirtualizer, type VirtualItem } from "@tanstack/react-virtual";
import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useMemo, useRef } from "react";
import { PrintOnly } from "@/components/ui/print-only";
import type { Language } from "@/lib/contract/app-config-languages";
import {
  type CellPosition,
  cellPositionAfterKeyPress,
  clampCellPosition,
  createCellFocusStore,
} from "./language-focus";
import { type TextGridContextValue, TextGridProvider } from "./language-grid-context";
import { TextGridHead } from "./language-grid-head";
import { TextGridRow } from "./language-grid-row";
import {
  FROZEN_COLUMNS_WIDTH,
  GRID_FOOT_HEIGHT,
  GRID_HEAD_HEIGHT,
  GRID_ROW_HEIGHT,
  LANGUAGE_COLUMN_WIDTH,
} from "./language-measures";
import type { PagedTranslationRows } from "./use-paged-translation-rows";

type LanguageGridProps = Pick<TextGridContextValue, "mayUpdate" | "save" | "paste" | "openKey"> & {
  languages: readonly Language[];
  pagedRows: PagedTranslationRows;
  total: number;
  chosen: string | undefined;
  menuOf: (language: Language) => ReactNode;
};

/** Initial size in pixels for server rendering, where the grid can't be measured. */
const SIZE = { width: 1_120, height: 700 };

/** Renders the app's texts as a grid of keys by languages. Of thousands of cells, renders only those in view and the active one. */
export function TextGrid(props: LanguageGridProps) {
  const { languages, pagedRows, total, chosen: chosenCode, menuOf, mayUpdate, save, paste, openKey } = props;
  const scrollerRef = useRef<HTMLDivElement>(null);
  const focus = useMemo(createCellFocusStore, []);
  const translationCount = languages.length - 1;
  const getScrollElement = () => scrollerRef.current;
  const rows = useVirtualizer({
    count: total,
    getScrollElement,
    estimateSize: () => GRID_ROW_HEIGHT,
    overscan: 3,
    paddingStart: GRID_HEAD_HEIGHT,
    paddingEnd: GRID_FOOT_HEIGHT,
    scrollPaddingStart: GRID_HEAD_HEIGHT,
    initialRect: SIZE,
    useFlushSync: false,
    rangeExtractor: (range) => includeActiveRow(range, focus.place().row),
  });
  const columns = useVirtualizer({
    horizontal: true,
    count: translationCount,
    getScrollElement,
    estimateSize: () => LANGUAGE_COLUMN_WIDTH,
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
    pagedRows.want({ first: range?.startIndex ?? 0, last: range?.endIndex ?? 0 });
  });
  useEffect(() => {
    const index = languages.findIndex(({ code }) => code === chosenCode);
    if (index > 0) columns.scrollToIndex(index - 1, { align: "auto" });
  }, [chosenCode, languages, columns]);

  const size = useRef({ rows: 0, cols: 0, page: 10 });
  size.current = {
    rows: total,
    cols: languages.length + 1,
    page: Math.max(
      1,
      Math.floor(((scrollerRef.current?.clientHeight ?? SIZE.height) - GRID_HEAD_HEIGHT) / GRID_ROW_HEIGHT) - 1,
    ),
  };
  const goTo = useCallback(
    (position: CellPosition) => {
      focus.moveTo(position);
      rows.scrollToIndex(position.row, { align: "auto" });
      if (position.col >= 2) columns.scrollToIndex(position.col - 2, { align: "auto" });
    },
    [focus, rows, columns],
  );
  const gridTools = useMemo<TextGridContextValue>(
    () => ({
      focus,
      mayUpdate,
      languages,
      save,
      paste,
      openKey,
      move: (from, down, right) =>
        goTo(clampCellPosition({ row: from.row + down, col: from.col + right }, size.current)),
      press: (event: KeyboardEvent, from) => {
        const next = event.altKey || event.shiftKey ? null : cellPositionAfterKeyPress(event, from, size.current);
        if (!next) return false;
        event.preventDefault();
        goTo(next);
        return true;
      },
    }),
    [focus, mayUpdate, languages, save, paste, openKey, goTo],
  );
  return (
    <TextGridProvider value={gridTools}>
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
          <TextGridHead languages={languages} columns={shownColumns} chosen={chosenCode} menuOf={menuOf} />
          {rows.getVirtualItems().map(({ index, start }) => (
            <TextGridRow key={index} row={pagedRows.rowAt(index)} at={index} top={start} columns={shownColumns} />
          ))}
        </div>
      </div>
    </TextGridProvider>
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
