// biome-ignore-all lint/a11y/useSemanticElements: a table element cannot render only the visible rows with two fixed columns
"use client";

import { defaultRangeExtractor, type Range as Shown, useVirtualizer, type VirtualItem } from "@tanstack/react-virtual";
import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useMemo, useRef } from "react";
import { PrintOnly } from "@/components/ui/print-only";
import type { Language } from "@/lib/contract/app-config-languages";
import { createFocus, moved, type Place, within } from "./language-focus";
import { type GridTools, GridToolsProvider } from "./language-grid-context";
import { GridHead } from "./language-grid-head";
import { GridRow } from "./language-grid-row";
import { COLUMN, FOOT, FROZEN, HEAD, ROW } from "./language-measures";
import type { TextWindows } from "./language-windows";

type LanguageGridProps = Pick<GridTools, "mayUpdate" | "save" | "paste" | "openKey"> & {
  languages: readonly Language[];
  windows: TextWindows;
  total: number;
  chosen: string | undefined;
  menuOf: (language: Language) => ReactNode;
};

/** Initial size in pixels for server rendering, which can't measure. */
const FIRST = { width: 1_120, height: 700 };

/** Renders keys by languages. Of thousands of rows and dozens of columns, only visible cells and the active one render. */
export function LanguageGrid(props: LanguageGridProps) {
  const { languages, windows, total, chosen, menuOf, mayUpdate, save, paste, openKey } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const focus = useMemo(createFocus, []);
  const others = languages.length - 1;
  const getScrollElement = () => scroller.current;
  const rows = useVirtualizer({
    count: total,
    getScrollElement,
    estimateSize: () => ROW,
    overscan: 3,
    paddingStart: HEAD,
    paddingEnd: FOOT,
    scrollPaddingStart: HEAD,
    initialRect: FIRST,
    useFlushSync: false,
    rangeExtractor: (range) => withActive(range, focus.place().row),
  });
  const columns = useVirtualizer({
    horizontal: true,
    count: others,
    getScrollElement,
    estimateSize: () => COLUMN,
    overscan: 0,
    paddingStart: FROZEN,
    scrollPaddingStart: FROZEN,
    initialRect: FIRST,
    useFlushSync: false,
    rangeExtractor: (range) => withActive(range, focus.place().col - 2),
  });
  const shownColumns = useSame(columns.getVirtualItems());
  const { range } = rows;
  useEffect(() => {
    windows.want({ first: range?.startIndex ?? 0, last: range?.endIndex ?? 0 });
  });
  useEffect(() => {
    const index = languages.findIndex(({ code }) => code === chosen);
    if (index > 0) columns.scrollToIndex(index - 1, { align: "auto" });
  }, [chosen, languages, columns]);

  const size = useRef({ rows: 0, cols: 0, page: 10 });
  size.current = {
    rows: total,
    cols: languages.length + 1,
    page: Math.max(1, Math.floor(((scroller.current?.clientHeight ?? FIRST.height) - HEAD) / ROW) - 1),
  };
  const goTo = useCallback(
    (place: Place) => {
      focus.go(place);
      rows.scrollToIndex(place.row, { align: "auto" });
      if (place.col >= 2) columns.scrollToIndex(place.col - 2, { align: "auto" });
    },
    [focus, rows, columns],
  );
  const tools = useMemo<GridTools>(
    () => ({
      focus,
      mayUpdate,
      languages,
      save,
      paste,
      openKey,
      move: (from, down, right) => goTo(within({ row: from.row + down, col: from.col + right }, size.current)),
      press: (event: KeyboardEvent, from) => {
        const next = event.altKey || event.shiftKey ? null : moved(event, from, size.current);
        if (!next) return false;
        event.preventDefault();
        goTo(next);
        return true;
      },
    }),
    [focus, mayUpdate, languages, save, paste, openKey, goTo],
  );
  return (
    <GridToolsProvider value={tools}>
      <PrintOnly words="Only the texts in view are printed. Export has all of them." />
      <div
        ref={scroller}
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
          <GridHead languages={languages} columns={shownColumns} chosen={chosen} menuOf={menuOf} />
          {rows.getVirtualItems().map(({ index, start }) => (
            <GridRow key={index} row={windows.rowAt(index)} at={index} top={start} columns={shownColumns} />
          ))}
        </div>
      </div>
    </GridToolsProvider>
  );
}

/** Adds the active row or column to the rendered range, so that typed text and focus survive scrolling. */
function withActive(range: Shown, active: number): number[] {
  const shown = defaultRangeExtractor(range);
  if (active < 0 || active >= range.count || shown.includes(active)) return shown;
  return [...shown, active].sort((one, other) => one - other);
}

/** Returns the same array while the columns are unchanged, so that rows don't render again on vertical scrolling. */
function useSame(items: VirtualItem[]): readonly VirtualItem[] {
  const known = useRef(items);
  const isSame =
    known.current.length === items.length &&
    known.current.every((item, at) => item.index === items[at]?.index && item.start === items[at]?.start);
  if (!isSame) known.current = items;
  return known.current;
}
