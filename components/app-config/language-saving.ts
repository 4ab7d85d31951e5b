"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { isStatus } from "@/lib/client/api-error";
import type { TextRow } from "@/lib/contract/app-config-languages";
import { putRow, rowOf, saveTextMutation } from "@/lib/queries/languages";
import { type CellEntry, cellId, entryOf, fadeEntry, setEntry } from "./language-cells";

/** Saves of one cell go out one after the other: the second one starts from what the first one made. */
const underWay = new Map<string, Promise<void>>();

/**
 * Saves a cell. What comes of it stands in the cell: saved, refused or in conflict, each with the typed text.
 * @returns the function that saves; its promise never rejects
 */
export function useSaveText(): (row: TextRow, code: string, text: string) => Promise<void> {
  const client = useQueryClient();
  const { mutateAsync } = useMutation(saveTextMutation());
  return useCallback(
    (row, code, text) => {
      const id = cellId(row.id, code);
      const about = { text, key: row.key, code };
      const saving: CellEntry = { ...about, state: "saving" };
      setEntry(id, saving);
      const show = (entry: CellEntry | null) => {
        // Typed on meanwhile: what stands there now is newer than this answer.
        if (entryOf(id) !== saving) return;
        setEntry(id, entry);
        if (entry?.state === "saved") fadeEntry(id, entry);
      };
      const send = async () => {
        const fresh = rowOf(client, row.id) ?? row;
        try {
          await mutateAsync({ keyId: row.id, code, text, version: fresh.texts[code]?.version ?? 0 });
          show({ ...about, state: "saved" });
        } catch (error) {
          const theirs = isStatus(error, 409) ? (error.current as TextRow | undefined) : undefined;
          if (theirs?.texts) putRow(client, theirs);
          show(refusalOf(about, code, error, theirs));
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

type About = Pick<CellEntry, "text" | "key" | "code">;

function refusalOf(about: About, code: string, error: unknown, theirs: TextRow | undefined): CellEntry | null {
  const their = theirs?.texts?.[code]?.text;
  if (their !== undefined) return their === about.text ? null : { ...about, state: "conflict", theirs: their };
  const message = error instanceof Error ? error.message : "Something went wrong. Try again.";
  if (isStatus(error, 400)) return { ...about, state: "refused", message: error.fields?.text ?? message };
  return { ...about, state: "failed", message };
}
