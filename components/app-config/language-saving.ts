"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { conflictRecordOf, errorMessageOf, isApiErrorWithStatus } from "@/lib/client/api-error";
import { toast } from "@/lib/client/toast";
import type { TranslationRow } from "@/lib/contract/app-config-languages";
import { saveTextMutation, updateCachedTranslationRow } from "@/lib/queries/languages";
import {
  getTypedCellText,
  removeSavedCellTextLater,
  replaceTypedCellText,
  setTypedCellText,
  type TypedCellText,
  textCellId,
  toStoredCellText,
} from "./language-cells";

/** Pending saves by cell. Saves of one cell run in sequence, each with the version that the previous save returned. */
const pendingSaves = new Map<string, Promise<void>>();

/**
 * Returns a function that saves a cell's text and shows the result in the cell: saved, refused or in conflict. The function's promise
 * never rejects.
 */
export function useSaveCellText(): (row: TranslationRow, code: string, text: string) => Promise<void> {
  const client = useQueryClient();
  const { mutateAsync } = useMutation(saveTextMutation());
  return useCallback(
    (row, code, text) => {
      const id = textCellId(row.id, code);
      const { base } = getTypedCellText(id) ?? { base: toStoredCellText(row.texts[code] ?? NO_TEXT) };
      const identity = { text, key: row.key, code, base };
      const savingEntry: TypedCellText = { ...identity, state: "saving" };
      setTypedCellText(id, savingEntry);
      const showResult = (entry: TypedCellText | null) => {
        replaceTypedCellText(id, savingEntry, entry);
        if (entry?.state === "saved") removeSavedCellTextLater(id, entry);
      };
      const saveText = async () => {
        try {
          const savedRow = await mutateAsync({ keyId: row.id, code, text, version: base.version });
          Object.assign(base, toStoredCellText(savedRow.texts[code] ?? NO_TEXT));
          showResult({ ...identity, state: "saved" });
        } catch (error) {
          const currentRow = conflictRecordOf<TranslationRow>(error);
          if (currentRow?.texts) updateCachedTranslationRow(client, currentRow);
          // Shows the unsaved text in a toast: the text key or language was deleted, so no cell can show the text any more.
          if (isApiErrorWithStatus(error, 404)) toast.error(`${error.message} Not saved: “${text}”`);
          showResult(isApiErrorWithStatus(error, 404) ? null : entryAfterRefusal(identity, error, currentRow));
        }
      };
      const queuedSave = (pendingSaves.get(id) ?? Promise.resolve()).then(saveText).finally(() => {
        if (pendingSaves.get(id) === queuedSave) pendingSaves.delete(id);
      });
      pendingSaves.set(id, queuedSave);
      return queuedSave;
    },
    [client, mutateAsync],
  );
}

const NO_TEXT = { text: "", version: 0 };
type CellIdentity = Pick<TypedCellText, "text" | "key" | "code" | "base">;

function entryAfterRefusal(
  about: CellIdentity,
  error: unknown,
  currentRow: TranslationRow | undefined,
): TypedCellText | null {
  const their = currentRow?.texts?.[about.code];
  // Bases the next save on the other admin's text. The cell shows that text, so the user may knowingly overwrite it.
  if (their)
    return their.text === about.text
      ? null
      : { ...about, base: toStoredCellText(their), state: "conflict", theirs: their.text };
  const message = errorMessageOf(error);
  if (isApiErrorWithStatus(error, 400)) return { ...about, state: "refused", message: error.fields?.text ?? message };
  return { ...about, state: "failed", message };
}
