"use client";

import { type KeyboardEvent, useEffect, useRef } from "react";
import { TEXT_MAX } from "@/lib/contract/app-config.values";
import type { Language, TextRow } from "@/lib/contract/app-config-languages";
import { cellId, endTyping, entryOf, setEntry, useEntryOf } from "./language-cells";
import { useEndWithField } from "./language-drafts";
import { useGridTools } from "./language-grid-context";

type CellEditorProps = { row: TextRow; language: Language; place: { row: number; col: number } };

/** The field of a cell that is edited. Enter and Tab save and move on, Escape leaves it as it was. */
export function CellEditor({ row, language, place }: CellEditorProps) {
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

  /** @param confirm the person says that a text whose English changed is still right */
  const commit = (confirm: boolean) => {
    ended.current = true;
    const text = entryOf(id)?.text ?? "";
    const cell = row.texts[code];
    const isSame = text === (cell?.text ?? "");
    if (isSame && !(confirm && cell?.state === "changed")) setEntry(id, null);
    else void save(row, code, text);
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
      onChange={({ target }) => setEntry(id, { state: "typing", text: target.value, key: row.key, code })}
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
