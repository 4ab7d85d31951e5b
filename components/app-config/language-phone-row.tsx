"use client";

import { type KeyboardEvent, memo, useId } from "react";
import { FreeText } from "@/components/common/free-text";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Textarea } from "@/components/ui/input";
import { APP_TEXT_LENGTH_MAX } from "@/lib/contract/app-config.values";
import type { Language, TranslationRow } from "@/lib/contract/app-config-languages";
import { TextCellStateMark } from "./language-cell-mark";
import { needsDecisionPanel, TextCellDecisionPanel } from "./language-cell-panel";
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

type PhoneRowProps = { row: TranslationRow; at: number; language: Language; source: Language };

/** Edits one text in one language, below its English. Saves when the field loses focus. */
export const TextRowOnPhone = memo(function TextRowOnPhone({ row, at: rowIndex, language, source }: PhoneRowProps) {
  const { mayUpdate, save, paste, openKey } = useTextGrid();
  const { code } = language;
  const id = textCellId(row.id, code);
  const entry = useTypedCellText(id);
  const field = useId();
  const cell = row.texts[code];
  const saveTyped = () => {
    const typedEntry = getTypedCellText(id);
    if (typedEntry?.state !== "typing") return;
    if (!endCellEditIfUnchanged(id)) void save(row, code, typedEntry.text);
  };
  useEndTypingOnUnmount(id, saveTyped);
  if (!cell) return null;
  const english = row.texts[source.code]?.text ?? "";
  const text = entry?.text ?? cell.text;
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Escape") endCellEdit(id);
    else if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      event.currentTarget.blur();
    }
  };
  return (
    <article aria-label={row.key} className="space-y-1.5 border-b py-3">
      <div className="flex items-center gap-2">
        <h2 className="min-w-0 flex-1 wrap-anywhere font-semibold text-sm">{row.key}</h2>
        {row.used === false && <Badge>Unused</Badge>}
        {mayUpdate && (
          <Button size="sm" variant="ghost" aria-label={`Change ${row.key}`} onClick={() => openKey(row)}>
            Change
          </Button>
        )}
      </div>
      {row.note && <p className="text-muted text-xs">{row.note}</p>}
      {!language.source && (
        <FreeText as="p" className="text-sm">
          {english}
        </FreeText>
      )}
      <div className="flex items-start gap-2">
        {mayUpdate ? (
          <Textarea
            id={field}
            aria-label={`${language.name}: ${row.key}`}
            aria-invalid={entry && needsDecisionPanel(cell, entry) ? true : undefined}
            dir={language.direction}
            lang={code}
            value={text}
            placeholder="No text"
            maxLength={APP_TEXT_LENGTH_MAX}
            onChange={({ target }) =>
              typeIntoCell(id, { key: row.key, code, base: toStoredCellText(cell) }, target.value)
            }
            onBlur={saveTyped}
            onKeyDown={onKeyDown}
            onPaste={(event) => {
              const pasted = event.clipboardData.getData("text/plain");
              // Pastes several lines as a column only into an empty field; otherwise they become part of the text.
              if (text || !/[\r\n]/.test(pasted.trim())) return;
              event.preventDefault();
              paste(rowIndex, code, pasted);
            }}
            className="field-sizing-content min-h-10! resize-none"
          />
        ) : (
          <FreeText as="p" dir={language.direction} lang={code} className="flex-1 rounded-md bg-sunken px-3 py-2">
            {text || <span className="text-muted italic">No text</span>}
          </FreeText>
        )}
        <TextCellStateMark entry={entry} cell={cell} />
      </div>
      {mayUpdate && needsDecisionPanel(cell, entry) && (
        <div className="rounded-md bg-sunken p-3 text-sm">
          <TextCellDecisionPanel row={row} code={code} cell={cell} entry={entry} />
        </div>
      )}
    </article>
  );
});
