// biome-ignore-all lint/a11y/useSemanticElements: a table element cannot render only the visible rows with two fixed columns
"use client";

import type { VirtualItem } from "@tanstack/react-virtual";
import { clsx } from "clsx";
import { memo, useEffect, useRef } from "react";
import { FreeText } from "@/components/common/free-text";
import { Badge } from "@/components/ui/badge";
import { Skeleton } from "@/components/ui/skeleton";
import type { TranslationRow } from "@/lib/contract/app-config-languages";
import { useCellFocusState, useIsActiveRow } from "./language-focus";
import { TextGridCell } from "./language-grid-cell";
import { useTextGrid } from "./language-grid-context";
import { ENGLISH_COLUMN_WIDTH, GRID_ROW_HEIGHT, KEY_COLUMN_WIDTH } from "./language-measures";

type GridRowProps = {
  row: TranslationRow | undefined;
  at: number;
  top: number;
  /** Columns in view. The array object stays the same while these columns are unchanged. */
  columns: readonly VirtualItem[];
};

/** Renders the row of one text key. Key and English stay in view; other languages render only while visible. */
export const TextGridRow = memo(function TextGridRow({ row, at, top, columns }: GridRowProps) {
  const { focus, languages } = useTextGrid();
  const [source, ...translations] = languages;
  // Draws the active row above the others, so that its open cell covers the rows below.
  const isActive = useIsActiveRow(focus, at);
  return (
    <div
      role="row"
      tabIndex={-1}
      aria-rowindex={at + 2}
      aria-busy={!row || undefined}
      style={{ transform: `translateY(${top}px)`, height: GRID_ROW_HEIGHT }}
      className={clsx("absolute top-0 left-0 flex w-full", isActive && "z-10")}
    >
      <KeyCell row={row} at={at} />
      {source && (
        <TextGridCell
          row={row}
          at={at}
          col={1}
          language={source}
          left={KEY_COLUMN_WIDTH}
          width={ENGLISH_COLUMN_WIDTH}
          frozen
        />
      )}
      {columns.map(({ index, start, size }) => {
        const language = translations[index];
        return (
          language && (
            <TextGridCell
              key={language.code}
              row={row}
              at={at}
              col={index + 2}
              language={language}
              left={start}
              width={size}
            />
          )
        );
      })}
    </div>
  );
});

/** Shows a text key's name and note. Enter or a double click opens its dialog. */
function KeyCell({ row, at }: { row: TranslationRow | undefined; at: number }) {
  const { focus, mayUpdate, openKey, press: moveByKey } = useTextGrid();
  const state = useCellFocusState(focus, at, 0);
  const element = useRef<HTMLDivElement>(null);
  const position = { row: at, col: 0 };
  useEffect(() => {
    if (state === "active" && focus.takeFocusRequest()) element.current?.focus({ preventScroll: true });
  }, [state, focus]);
  const open = () => row && mayUpdate && openKey(row);
  return (
    <div
      ref={element}
      role="rowheader"
      aria-colindex={1}
      tabIndex={state === "none" ? -1 : 0}
      style={{ width: KEY_COLUMN_WIDTH }}
      title={row && (row.note ? `${row.key}\n${row.note}` : row.key)}
      onFocus={() => focus.syncTo(position)}
      onKeyDown={(event) => {
        if (moveByKey(event, position) || (event.key !== "Enter" && event.key !== "F2")) return;
        event.preventDefault();
        open();
      }}
      onDoubleClick={open}
      className="sticky left-0 z-[6] h-full shrink-0 border-r border-b overflow-hidden bg-surface px-3 py-2 text-sm outline-offset-[-2px] focus:outline-2 focus:outline-primary"
    >
      {row ? (
        <>
          <FreeText className="line-clamp-2 font-semibold">{row.key}</FreeText>
          <span className="flex items-center gap-1.5 text-muted text-xs">
            {row.used === false && <Badge>Unused</Badge>}
            <span className="truncate">{row.note}</span>
          </span>
        </>
      ) : (
        <Skeleton className="mt-1 h-4 w-3/4" />
      )}
    </div>
  );
}
