"use client";

import { type KeyboardEvent, useEffect, useRef } from "react";
import { TEXT_MAX } from "@/lib/contract/app-config.values";
import type { Language, TextCell, TextRow } from "@/lib/contract/app-config-languages";
import { baseOf, cellId, endTyping, endUnchanged, entryOf, typeInto, useEntryOf } from "./language-cells";
import { useEndWithField } from "./language-drafts";
import { useGridTools } from "./language-grid-context";

type CellEditorProps = { row: TextRow; cell: TextCell; language: Language; place: { row: number; col: number } };

/** Edits a cell. Enter and Tab save and move on, Escape discards the change. */
export function CellEditor({ row, cell, language, place }: CellEditorProps) {
  const { focus, move, save } = useGridTools();
  const { code } = language;
  const id = cellId(row.id, code);
  const entry = useEntryOf(id);
  const field = useRef<HTMLTextAreaElement>(null);
  const ended = useRef(false);
  useEffect(() => {
    const { current } = field;
    current?.focus({ preventScroll: true });
    current?.setSelectionRange(current.value.length, current.value.length);
    ended.current = false;
  }, []);

  /** @param confirm true if the user confirms that a translation is still right after its English changed */
  const commit = (confirm: boolean) => {
    ended.current = true;
    if ((confirm && cell.state === "changed") || !endUnchanged(id))
      void save(row, code, entryOf(id)?.text ?? cell.text);
  };
  useEndWithField(id, () => commit(false));
  const leave = (rows: number, cols: number) => move(place, rows, cols);
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Escape") {
      ended.current = true;
      endTyping(id);
      focus.go(place);
    } else if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      commit(true);
      leave(1, 0);
    } else if (event.key === "Tab") {
      event.preventDefault();
      commit(false);
      leave(0, event.shiftKey ? -1 : 1);
    }
  };
  return (
    <textarea
      ref={field}
      aria-label={`${language.name}: ${row.key}`}
      dir={language.direction}
      lang={code}
      value={entry?.text ?? ""}
      maxLength={TEXT_MAX}
      onChange={({ target }) => typeInto(id, { key: row.key, code, base: baseOf(cell) }, target.value)}
      onKeyDown={onKeyDown}
      onPaste={(event) => event.stopPropagation()}
      onBlur={() => {
        if (ended.current) return;
        commit(false);
        if (focus.stateOf(place) === "editing") focus.rest();
      }}
      className="absolute -inset-px z-10 field-sizing-content max-h-56 min-h-[calc(100%+2px)] resize-none border-2 border-primary bg-surface px-2.5 py-2 text-sm text-foreground outline-none"
    />
  );
}
