// biome-ignore-all lint/a11y/useSemanticElements: a table can neither leave rows and columns out nor keep two in view
"use client";

import type { VirtualItem } from "@tanstack/react-virtual";
import { clsx } from "clsx";
import { memo, useEffect, useRef } from "react";
import { Badge } from "@/components/ui/badge";
import { Skeleton } from "@/components/ui/skeleton";
import type { TextRow } from "@/lib/contract/app-config-languages";
import { useFocusState, useIsActiveRow } from "./language-focus";
import { GridCell } from "./language-grid-cell";
import { useGridTools } from "./language-grid-context";
import { KEY_WIDTH, ROW, SOURCE_WIDTH } from "./language-measures";

type GridRowProps = {
  row: TextRow | undefined;
  at: number;
  top: number;
  /** The columns in view; the same array while they stay the same. */
  columns: readonly VirtualItem[];
};

/** A key with its texts: name and English stay in view, of the other languages those in view are drawn. */
export const GridRow = memo(function GridRow({ row, at, top, columns }: GridRowProps) {
  const { focus, languages } = useGridTools();
  const [source, ...others] = languages;
  // What is open in a cell lies above the rows below.
  const isActive = useIsActiveRow(focus, at);
  return (
    <div
      role="row"
      tabIndex={-1}
      aria-rowindex={at + 2}
      aria-busy={!row || undefined}
      style={{ transform: `translateY(${top}px)`, height: ROW }}
      className={clsx("absolute top-0 left-0 flex w-full", isActive && "z-10")}
    >
      <KeyCell row={row} at={at} />
      {source && <GridCell row={row} at={at} col={1} language={source} left={KEY_WIDTH} width={SOURCE_WIDTH} frozen />}
      {columns.map(({ index, start, size }) => {
        const language = others[index];
        return (
          language && (
            <GridCell
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

/** The key's name and note. Enter, or a second click, opens it. */
function KeyCell({ row, at }: { row: TextRow | undefined; at: number }) {
  const { focus, mayUpdate, openKey, press } = useGridTools();
  const state = useFocusState(focus, at, 0);
  const element = useRef<HTMLDivElement>(null);
  const place = { row: at, col: 0 };
  useEffect(() => {
    if (state === "active" && focus.isCalled()) element.current?.focus({ preventScroll: true });
  }, [state, focus]);
  const open = () => row && mayUpdate && openKey(row);
  return (
    <div
      ref={element}
      role="rowheader"
      aria-colindex={1}
      tabIndex={state === "none" ? -1 : 0}
      style={{ width: KEY_WIDTH }}
      title={row && (row.note ? `${row.key}\n${row.note}` : row.key)}
      onFocus={() => focus.follow(place)}
      onKeyDown={(event) => {
        if (press(event, place) || (event.key !== "Enter" && event.key !== "F2")) return;
        event.preventDefault();
        open();
      }}
      onDoubleClick={open}
      className="sticky left-0 z-[6] h-full shrink-0 border-r border-b overflow-hidden bg-surface px-3 py-2 text-sm outline-offset-[-2px] focus:outline-2 focus:outline-primary"
    >
      {row ? (
        <>
          <span className="line-clamp-2 break-all font-semibold">{row.key}</span>
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
