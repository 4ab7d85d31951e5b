"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { conflictOf, isStatus, messageOf } from "@/lib/client/api-error";
import { toast } from "@/lib/client/toast";
import type { TextRow } from "@/lib/contract/app-config-languages";
import { putRow, saveTextMutation } from "@/lib/queries/languages";
import { baseOf, type CellEntry, cellId, entryOf, fadeEntry, setEntry, settleEntry } from "./language-cells";

/** Pending saves by cell. Saves of a cell run one after the other, each with the version that the previous one created. */
const underWay = new Map<string, Promise<void>>();

/**
 * Saves a cell and shows the result in it: saved, refused or in conflict, each with the typed text.
 * @returns function that saves; its promise never rejects
 */
export function useSaveText(): (row: TextRow, code: string, text: string) => Promise<void> {
  const client = useQueryClient();
  const { mutateAsync } = useMutation(saveTextMutation());
  return useCallback(
    (row, code, text) => {
      const id = cellId(row.id, code);
      const { base } = entryOf(id) ?? { base: baseOf(row.texts[code] ?? NO_TEXT) };
      const about = { text, key: row.key, code, base };
      const saving: CellEntry = { ...about, state: "saving" };
      setEntry(id, saving);
      const show = (entry: CellEntry | null) => {
        settleEntry(id, saving, entry);
        if (entry?.state === "saved") fadeEntry(id, entry);
      };
      const send = async () => {
        try {
          const fresh = await mutateAsync({ keyId: row.id, code, text, version: base.version });
          Object.assign(base, baseOf(fresh.texts[code] ?? NO_TEXT));
          show({ ...about, state: "saved" });
        } catch (error) {
          const theirs = conflictOf<TextRow>(error);
          if (theirs?.texts) putRow(client, theirs);
          // A deleted key or language has no cell for the text.
          if (isStatus(error, 404)) toast.error(`${error.message} Not saved: “${text}”`);
          show(isStatus(error, 404) ? null : refusalOf(about, error, theirs));
        }
      };
      const done = (underWay.get(id) ?? Promise.resolve()).then(send).finally(() => {
        if (underWay.get(id) === done) underWay.delete(id);
      });
      underWay.set(id, done);
      return done;
    },
    [client, mutateAsync],
  );
}

const NO_TEXT = { text: "", version: 0 };
type About = Pick<CellEntry, "text" | "key" | "code" | "base">;

function refusalOf(about: About, error: unknown, theirs: TextRow | undefined): CellEntry | null {
  const their = theirs?.texts?.[about.code];
  // Later typing replaces the other admin's text, which the cell now shows. Earlier typing does not.
  if (their)
    return their.text === about.text ? null : { ...about, base: baseOf(their), state: "conflict", theirs: their.text };
  const message = messageOf(error);
  if (isStatus(error, 400)) return { ...about, state: "refused", message: error.fields?.text ?? message };
  return { ...about, state: "failed", message };
}
