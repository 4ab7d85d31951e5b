"use client";

import { type KeyboardEvent, useEffect, useRef } from "react";
import { APP_TEXT_LENGTH_MAX } from "@/lib/contract/app-config.values";
import type { Language, TranslationCell, TranslationRow } from "@/lib/contract/app-config-languages";
import {
  endCellEdit,
  endCellEditIfUnchanged,
  getTypedCellText,
  textCellId,
  toStoredCellText,
  typeIntoCell,
  useTypedCellText,
} from "./language-cells";
import { useEndTypingOnUnmount } from "./language-drafts";
import { useTextGrid } from "./language-grid-context";

type CellEditorProps = {
  row: TranslationRow;
  cell: TranslationCell;
  language: Language;
  place: { row: number; col: number };
};

/** Edits a cell of the text grid. Enter and Tab save and move on; Escape discards the change. */
export function TextCellEditor({ row, cell, language, place: position }: CellEditorProps) {
  const { focus, move, save } = useTextGrid();
  const { code } = language;
  const id = textCellId(row.id, code);
  const entry = useTypedCellText(id);
  const field = useRef<HTMLTextAreaElement>(null);
  const isEnded = useRef(false);
  useEffect(() => {
    const { current } = field;
    current?.focus({ preventScroll: true });
    current?.setSelectionRange(current.value.length, current.value.length);
    isEnded.current = false;
  }, []);

  /**
   * Ends the edit and saves it. @param confirm true if the user confirms that a translation is still right although the English
   * text changed
   */
  const commit = (confirm: boolean) => {
    isEnded.current = true;
    if ((confirm && cell.state === "changed") || !endCellEditIfUnchanged(id))
      void save(row, code, getTypedCellText(id)?.text ?? cell.text);
  };
  useEndTypingOnUnmount(id, () => commit(false));
  const moveAway = (rows: number, cols: number) => move(position, rows, cols);
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Escape") {
      isEnded.current = true;
      endCellEdit(id);
      focus.moveTo(position);
    } else if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      commit(true);
      moveAway(1, 0);
    } else if (event.key === "Tab") {
      event.preventDefault();
      commit(false);
      moveAway(0, event.shiftKey ? -1 : 1);
    }
  };
  return (
    <textarea
      ref={field}
      aria-label={`${language.name}: ${row.key}`}
      dir={language.direction}
      lang={code}
      value={entry?.text ?? ""}
      maxLength={APP_TEXT_LENGTH_MAX}
      onChange={({ target }) => typeIntoCell(id, { key: row.key, code, base: toStoredCellText(cell) }, target.value)}
      onKeyDown={onKeyDown}
      onPaste={(event) => event.stopPropagation()}
      onBlur={() => {
        if (isEnded.current) return;
        commit(false);
        if (focus.stateOf(position) === "editing") focus.stopEditing();
      }}
      className="absolute -inset-px z-10 field-sizing-content max-h-56 min-h-[calc(100%+2px)] resize-none border-2 border-primary bg-surface px-2.5 py-2 text-sm text-foreground outline-none"
    />
  );
}
