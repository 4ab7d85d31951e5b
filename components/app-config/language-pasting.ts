"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { MAX_TEXTS_PER_CALL } from "@/lib/contract/app-config.values";
import type { SavedTranslationResult, TranslationRow } from "@/lib/contract/app-config-languages";
import { SOURCE_LANGUAGE } from "@/lib/contract/content-entries.values";
import {
  cachedTranslationRow,
  saveTextsMutation,
  TRANSLATION_ROWS_PER_PAGE,
  TRANSLATIONS_QUERY_KEY,
  type TranslationFilters,
  translationsQuery,
} from "@/lib/queries/languages";
import { setTypedCellText, textCellId, toStoredCellText } from "./language-cells";
import { splitIntoChunks } from "./language-chunks";
import type { PastedCell } from "./language-paste";

/** Returns a function that fetches rows of the grid, including rows never in view. */
export function useFetchTextRows(
  filters: TranslationFilters,
): (first: number, count: number) => Promise<TranslationRow[]> {
  const client = useQueryClient();
  return useCallback(
    async (first, count) => {
      const rows: TranslationRow[] = [];
      for (
        let page = Math.floor(first / TRANSLATION_ROWS_PER_PAGE);
        page * TRANSLATION_ROWS_PER_PAGE < first + count;
        page++
      ) {
        const window = await client.ensureQueryData(translationsQuery(filters, page));
        rows.push(...window.rows.slice(Math.max(0, first - page * TRANSLATION_ROWS_PER_PAGE)));
        if (window.rows.length < TRANSLATION_ROWS_PER_PAGE) break;
      }
      return rows.slice(0, count);
    },
    [client, filters],
  );
}

/** Returns a function that saves a pasted column in batches. Refused texts stay in their cells. */
export function useSavePastedColumn(code: string) {
  const client = useQueryClient();
  const { mutateAsync } = useMutation(saveTextsMutation());
  return async (
    steps: readonly PastedCell[],
    onResults: (results: readonly SavedTranslationResult[]) => void,
  ): Promise<void> => {
    const keys = new Map(steps.map(({ row }) => [row.id, row.key]));
    const edits = steps.map(({ row, newText }) => ({
      keyId: row.id,
      text: newText,
      version: (cachedTranslationRow(client, row.id) ?? row).texts[code]?.version ?? 0,
    }));
    try {
      for (const texts of splitIntoChunks(edits, MAX_TEXTS_PER_CALL)) {
        const { results } = await mutateAsync({ code, texts });
        for (const [index, { keyId, done, message, cell }] of results.entries()) {
          const text = texts[index]?.text ?? "";
          const identity = { text, key: keys.get(keyId) ?? "", code };
          const isConflict = cell?.version !== texts[index]?.version;
          // Removes the typed text if the result has no cell, because another admin has deleted the text key.
          if (done || !cell) setTypedCellText(textCellId(keyId, code), null);
          else if (isConflict)
            setTypedCellText(textCellId(keyId, code), {
              ...identity,
              base: toStoredCellText(cell),
              state: "conflict",
              theirs: cell.text,
            });
          else
            setTypedCellText(textCellId(keyId, code), {
              ...identity,
              base: toStoredCellText(cell),
              state: "refused",
              message,
            });
        }
        onResults(results);
      }
    } finally {
      // Refetches the texts after a change of English texts, even if a later request failed, because their translations are now outdated.
      if (code === SOURCE_LANGUAGE) await client.invalidateQueries({ queryKey: TRANSLATIONS_QUERY_KEY });
    }
  };
}
