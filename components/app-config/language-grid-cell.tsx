// biome-ignore-all lint/a11y/useSemanticElements: a table element cannot render only the visible rows with two fixed columns
"use client";

import { clsx } from "clsx";
import { type KeyboardEvent, memo, useEffect, useEffectEvent, useRef } from "react";
import { Skeleton } from "@/components/ui/skeleton";
import type { Language, TranslationRow } from "@/lib/contract/app-config-languages";
import { TextCellEditor } from "./language-cell-editor";
import { needsDecisionPanel, TextCellDecisionPanel } from "./language-cell-panel";
import { TextCellContent } from "./language-cell-text";
import { beginCellEdit, isCellUnresolved, textCellId, toStoredCellText, useTypedCellText } from "./language-cells";
import { useCellFocusState } from "./language-focus";
import { useTextGrid } from "./language-grid-context";

type GridCellProps = {
  /** Row of the cell; undefined while the text loads. */
  row: TranslationRow | undefined;
  at: number;
  col: number;
  language: Language;
  left: number;
  width: number;
  frozen?: boolean;
};

/**
 * Renders one cell of the text grid. Arrow keys move between cells, typing edits the active cell, and pasting several lines fills
 * the cells below.
 */
export const TextGridCell = memo(function TextGridCell({
  row,
  at: rowIndex,
  col,
  language,
  left: leftOffset,
  width,
  frozen,
}: GridCellProps) {
  const { focus, mayUpdate, paste, press: moveByKey } = useTextGrid();
  const { code } = language;
  const id = textCellId(row?.id ?? "", code);
  const state = useCellFocusState(focus, rowIndex, col);
  const entry = useTypedCellText(id);
  const element = useRef<HTMLDivElement>(null);
  const wasActive = useRef(false);
  const isActive = state === "active";
  useEffect(() => {
    if (isActive && focus.takeFocusRequest()) element.current?.focus({ preventScroll: true });
  }, [isActive, focus]);
  const cell = row?.texts[code];
  const position = { row: rowIndex, col };
  const startEdit = (text = entry ? entry.text : (cell?.text ?? "")) => {
    if (!row || !cell || !mayUpdate) return;
    beginCellEdit(id, { key: row.key, code, base: toStoredCellText(cell) }, text);
    focus.moveTo(position, true);
  };
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const pasted = event.clipboardData?.getData("text/plain");
    if (document.activeElement !== element.current || !pasted || !mayUpdate) return;
    event.preventDefault();
    if (/[\r\n]/.test(pasted.trim())) paste(rowIndex, code, pasted);
    else startEdit(pasted.trim());
  });
  useEffect(() => {
    if (!isActive) return;
    // Listens on the document, because browsers dispatch paste events to the last text selection, perhaps in another cell.
    document.addEventListener("paste", onPaste);
    return () => document.removeEventListener("paste", onPaste);
  }, [isActive]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== element.current || moveByKey(event, position)) return;
    const start = initialEditText(event);
    if (start === null || !mayUpdate) return;
    // Keeps the default action of dead keys and input methods, so that the started character is completed in the opened field.
    if (start.done) event.preventDefault();
    startEdit(start.text);
  };
  const isOpen = row && cell && isActive && mayUpdate && needsDecisionPanel(cell, entry);
  return (
    <div
      ref={element}
      role="gridcell"
      aria-colindex={col + 1}
      aria-readonly={!mayUpdate}
      aria-invalid={isCellUnresolved(entry) || undefined}
      tabIndex={state === "none" ? -1 : 0}
      data-open={isOpen || state === "editing" || undefined}
      style={{ left: leftOffset, width }}
      onFocus={({ target }) => target === element.current && focus.syncTo(position)}
      onKeyDown={onKeyDown}
      onPointerDown={() => {
        wasActive.current = document.activeElement === element.current;
      }}
      onClick={({ target }) =>
        wasActive.current && target instanceof Element && !target.closest("[data-panel], textarea") && startEdit()
      }
      className={clsx(
        "h-full border-r border-b px-2.5 py-2 outline-offset-[-2px] focus:outline-2 focus:outline-primary data-open:z-10",
        frozen ? "sticky z-[5] shrink-0 data-open:z-[11]" : "absolute top-0",
        isCellUnresolved(entry) ? "bg-danger-soft" : "bg-surface",
      )}
    >
      {row && cell ? (
        <TextCellContent language={language} cell={cell} entry={entry} />
      ) : (
        <Skeleton className="mt-1 h-4 w-3/4" />
      )}
      {row && cell && state === "editing" && (
        <TextCellEditor row={row} cell={cell} language={language} place={position} />
      )}
      {isOpen && (
        <div
          data-panel=""
          className="absolute top-full left-0 w-80 max-w-[60vw] cursor-auto rounded-b-md bg-raised p-3 text-sm shadow-raised"
        >
          <TextCellDecisionPanel
            row={row}
            code={code}
            cell={cell}
            entry={entry}
            onEdit={() => startEdit()}
            onDone={() => focus.moveTo(position)}
          />
        </div>
      )}
    </div>
  );
});

/**
 * Returns how a key press starts an edit, or null if it starts none. `text` replaces the cell's text.
 * `done`: the key's default action must be prevented.
 */
function initialEditText({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): { text?: string; done: boolean } | null {
  if (key === "Enter" || key === "F2") return { done: true };
  if (ctrlKey || metaKey || altKey) return null;
  if (key === "Delete" || key === "Backspace") return { text: "", done: true };
  if (key === "Dead" || key === "Process") return { text: "", done: false };
  return [...key].length === 1 ? { text: key, done: true } : null;
}
