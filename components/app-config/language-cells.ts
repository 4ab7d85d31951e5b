"use client";

import { useSyncExternalStore } from "react";

/** Text stored on the server when editing began. */
type StoredText = { version: number; text: string };

/**
 * Typed text of a cell and the state of its save. Kept outside React, so that a cell keeps its text when scrolled out of view.
 * Typing then renders one cell instead of the grid.
 */
export type CellEntry = {
  /** `kept`: typed before the session ended, and restored after the next sign-in. */
  state: "typing" | "saving" | "saved" | "refused" | "failed" | "conflict" | "kept";
  text: string;
  /** Name of the text key and code of the language, by which the cell can be found again. */
  key: string;
  code: string;
  /**
   * Stored text and version on which this edit is based. Later edits of the cell share the object. The user's own saves update it;
   * other admins' saves never do.
   */
  base: StoredText;
  message?: string;
  /** The other admin's text after a conflict. */
  theirs?: string;
};

const cellEntries = new Map<string, CellEntry>();
const entryListeners = new Set<() => void>();
let problems: readonly CellEntry[] = [];

/** Returns the id of a cell: a text key's id and a language code. */
export const cellId = (keyId: string, code: string) => `${keyId} ${code}`;
/** Returns the stored text and version on which an edit of this cell is based. */
export const toEditBase = ({ version, text }: StoredText): StoredText => ({ version, text });
/** Returns the typed text and save state of a cell; undefined if nothing is unsaved. */
export const getCellEntry = (id: string): CellEntry | undefined => cellEntries.get(id);

const UNRESOLVED_STATES: readonly CellEntry["state"][] = ["refused", "failed", "conflict", "kept"];
/** Returns whether a cell needs a decision: its text is unsaved and no request is pending. */
export const isCellUnresolved = (entry: CellEntry | undefined): entry is CellEntry =>
  entry !== undefined && UNRESOLVED_STATES.includes(entry.state);

/** Sets the entry of a cell, or removes the entry if null. */
export function setCellEntry(id: string, entry: CellEntry | null): void {
  if (entry) cellEntries.set(id, entry);
  else cellEntries.delete(id);
  const waiting = [...cellEntries.values()].filter(isCellUnresolved);
  if (waiting.length !== problems.length || waiting.some((each, index) => each !== problems[index])) problems = waiting;
  for (const listener of entryListeners) listener();
}

/** Entry of each cell before the current edit, such as a pending or refused save. Escape restores it. */
const previousEntries = new Map<string, CellEntry>();

/** Starts the edit of a cell. @param text initial text of the field */
export function beginCellEdit(id: string, identity: Pick<CellEntry, "key" | "code" | "base">, text: string): void {
  const now = cellEntries.get(id);
  if (now && now.state !== "typing" && now.state !== "saved") previousEntries.set(id, now);
  else if (now?.state !== "typing") previousEntries.delete(id);
  setCellEntry(id, { ...identity, base: now?.base ?? identity.base, state: "typing", text });
}

/** Handles input in a field that is always editable. The first change starts an edit. */
export function typeIntoCell(id: string, identity: Pick<CellEntry, "key" | "code" | "base">, text: string): void {
  const now = cellEntries.get(id);
  if (now?.state === "typing") setCellEntry(id, { ...now, text });
  else beginCellEdit(id, identity, text);
}

/** Discards the text being typed in a cell, and restores the cell's previous entry, such as a failed save. Does nothing without an edit. */
export function endCellEdit(id: string): void {
  if (cellEntries.get(id)?.state !== "typing") return;
  setCellEntry(id, previousEntries.get(id) ?? null);
  previousEntries.delete(id);
}

/** Ends the edit of a cell if its text equals the stored text or the text being saved. @returns false if the text must be saved */
export function endCellEditIfUnchanged(id: string): boolean {
  const now = cellEntries.get(id);
  const last = previousEntries.get(id);
  const isSaving = last?.state === "saving";
  if (!now || now.text !== (isSaving ? last.text : now.base.text)) return false;
  if (isSaving) endCellEdit(id);
  else setCellEntry(id, null);
  return true;
}

/** Replaces an entry by the outcome of its save. If the user has typed again, replaces the copy in `previousEntries` instead. */
export function replaceCellEntry(id: string, entry: CellEntry, outcome: CellEntry | null): void {
  if (cellEntries.get(id) === entry) setCellEntry(id, outcome);
  else if (previousEntries.get(id) === entry) {
    const remaining = outcome ?? undefined;
    if (isCellUnresolved(remaining)) previousEntries.set(id, remaining);
    else previousEntries.delete(id);
  }
}

/** Removes the entries of a deleted text key or language. */
export function dropCellEntries(deleted: { keyId: string } | { code: string }): void {
  for (const [id, { code }] of [...cellEntries])
    if ("code" in deleted ? code === deleted.code : id === cellId(deleted.keyId, code)) setCellEntry(id, null);
}

/** Removes a "Saved" entry after `ms`, unless another entry has replaced it. */
export function removeSavedEntryLater(id: string, entry: CellEntry, ms = 4_000): void {
  setTimeout(() => cellEntries.get(id) === entry && setCellEntry(id, null), ms);
}

/** Returns all typed texts that are not stored on the server, by cell id. */
export const unsavedCellTexts = (): Record<string, CellEntry> =>
  Object.fromEntries([...cellEntries].filter(([, entry]) => isUnsaved(entry)));
const isUnsaved = ({ state, text, base }: CellEntry) => state !== "saved" && (state !== "typing" || text !== base.text);

/** Removes all entries, for tests. In production, signing in as another admin reloads the page. */
export function clearCellEntries(): void {
  for (const id of [...cellEntries.keys()]) setCellEntry(id, null);
}

/** Calls `listener` after each change of an entry. @returns function that unsubscribes */
export function subscribeToCellEntries(listener: () => void): () => void {
  entryListeners.add(listener);
  return () => entryListeners.delete(listener);
}
const noEntry = () => undefined;
const NO_ENTRIES: readonly CellEntry[] = [];

/** Like `getCellEntry`, but renders the component again after each change of the entry. */
export const useCellEntry = (id: string): CellEntry | undefined =>
  useSyncExternalStore(subscribeToCellEntries, () => cellEntries.get(id), noEntry);
/** Returns all cells that need a decision, in view or not. */
export const useUnresolvedCells = (): readonly CellEntry[] =>
  useSyncExternalStore(
    subscribeToCellEntries,
    () => problems,
    () => NO_ENTRIES,
  );
