"use client";

import { useSyncExternalStore } from "react";

/** Text stored on the server when editing began. */
type StoredText = { version: number; text: string };

/**
 * Text typed into a cell, and the state of its save. Stored outside React, so that the text survives when the cell is scrolled out
 * of view, and typing renders only this cell instead of the grid.
 */
export type TypedCellText = {
  /** `kept`: typed before the session ended, and restored after the next sign-in. */
  state: "typing" | "saving" | "saved" | "refused" | "failed" | "conflict" | "kept";
  text: string;
  /** Name of the text key and code of the language, which identify the cell. */
  key: string;
  code: string;
  /**
   * Stored text and version on which this edit is based. Later edits of the cell share this object. The user's own saves update the
   * object; other admins' saves never do.
   */
  base: StoredText;
  message?: string;
  /** The other admin's text after a conflict. */
  theirs?: string;
};

const cellEntries = new Map<string, TypedCellText>();
const entryListeners = new Set<() => void>();
let problems: readonly TypedCellText[] = [];

/** Returns the id of a cell: a text key's id and a language code. */
export const textCellId = (keyId: string, code: string) => `${keyId} ${code}`;
/** Returns version and text of a stored cell text, for use as the base of an edit. */
export const toStoredCellText = ({ version, text }: StoredText): StoredText => ({ version, text });
/** Returns the typed text and save state of a cell; undefined if nothing is unsaved. */
export const getTypedCellText = (id: string): TypedCellText | undefined => cellEntries.get(id);

const UNRESOLVED_STATES: readonly TypedCellText["state"][] = ["refused", "failed", "conflict", "kept"];
/** Returns whether a cell needs a decision: its text is unsaved and no request is pending. */
export const isCellUnresolved = (entry: TypedCellText | undefined): entry is TypedCellText =>
  entry !== undefined && UNRESOLVED_STATES.includes(entry.state);

/** Sets the typed text of a cell, or removes it if `entry` is null. */
export function setTypedCellText(id: string, entry: TypedCellText | null): void {
  if (entry) cellEntries.set(id, entry);
  else cellEntries.delete(id);
  const waiting = [...cellEntries.values()].filter(isCellUnresolved);
  if (waiting.length !== problems.length || waiting.some((each, index) => each !== problems[index])) problems = waiting;
  for (const listener of entryListeners) listener();
}

/** Typed text of each cell before the current edit, such as the text of a pending or refused save. Escape restores this text. */
const previousEntries = new Map<string, TypedCellText>();

/** Starts the edit of a cell. @param text initial text of the field */
export function beginCellEdit(id: string, identity: Pick<TypedCellText, "key" | "code" | "base">, text: string): void {
  const now = cellEntries.get(id);
  if (now && now.state !== "typing" && now.state !== "saved") previousEntries.set(id, now);
  else if (now?.state !== "typing") previousEntries.delete(id);
  setTypedCellText(id, { ...identity, base: now?.base ?? identity.base, state: "typing", text });
}

/** Handles input in a field that is always editable. The first change starts an edit. */
export function typeIntoCell(id: string, identity: Pick<TypedCellText, "key" | "code" | "base">, text: string): void {
  const now = cellEntries.get(id);
  if (now?.state === "typing") setTypedCellText(id, { ...now, text });
  else beginCellEdit(id, identity, text);
}

/**
 * Discards the text being typed in a cell, and restores the previous typed text, such as of a failed save. Does nothing if the cell
 * is not being edited.
 */
export function endCellEdit(id: string): void {
  if (cellEntries.get(id)?.state !== "typing") return;
  setTypedCellText(id, previousEntries.get(id) ?? null);
  previousEntries.delete(id);
}

/** Ends the edit of a cell if its text equals the stored text or the text being saved. @returns false if the text must be saved */
export function endCellEditIfUnchanged(id: string): boolean {
  const now = cellEntries.get(id);
  const last = previousEntries.get(id);
  const isSaving = last?.state === "saving";
  if (!now || now.text !== (isSaving ? last.text : now.base.text)) return false;
  if (isSaving) endCellEdit(id);
  else setTypedCellText(id, null);
  return true;
}

/**
 * Replaces the entry of a cell's pending save by the outcome of the save; null removes the entry. If the user has typed again since,
 * replaces the copy of the entry in `previousEntries` instead.
 */
export function replaceTypedCellText(id: string, entry: TypedCellText, outcome: TypedCellText | null): void {
  if (cellEntries.get(id) === entry) setTypedCellText(id, outcome);
  else if (previousEntries.get(id) === entry) {
    const remaining = outcome ?? undefined;
    if (isCellUnresolved(remaining)) previousEntries.set(id, remaining);
    else previousEntries.delete(id);
  }
}

/** Removes all typed texts of a deleted text key or language. */
export function dropTypedCellTexts(deleted: { keyId: string } | { code: string }): void {
  for (const [id, { code }] of [...cellEntries])
    if ("code" in deleted ? code === deleted.code : id === textCellId(deleted.keyId, code)) setTypedCellText(id, null);
}

/** Forgets a typed text that has been saved, after `ms`, so that its cell no longer shows "saved". Keeps a text typed since. */
export function removeSavedCellTextLater(id: string, entry: TypedCellText, ms = 4_000): void {
  setTimeout(() => cellEntries.get(id) === entry && setTypedCellText(id, null), ms);
}

/** Returns all typed texts that are not stored on the server, by cell id. */
export const unsavedCellTexts = (): Record<string, TypedCellText> =>
  Object.fromEntries([...cellEntries].filter(([, entry]) => isUnsaved(entry)));
const isUnsaved = ({ state, text, base }: TypedCellText) =>
  state !== "saved" && (state !== "typing" || text !== base.text);

/** Removes all typed texts. For tests: in production, signing in as another admin reloads the page. */
export function clearTypedCellTexts(): void {
  for (const id of [...cellEntries.keys()]) setTypedCellText(id, null);
}

/** Calls `listener` after each change of a cell's typed text. @returns function that unsubscribes */
export function subscribeToTypedCellTexts(listener: () => void): () => void {
  entryListeners.add(listener);
  return () => entryListeners.delete(listener);
}
const noEntry = () => undefined;
const NO_ENTRIES: readonly TypedCellText[] = [];

/** Like `getTypedCellText`, but renders the component again after each change of the text. */
export const useTypedCellText = (id: string): TypedCellText | undefined =>
  useSyncExternalStore(subscribeToTypedCellTexts, () => cellEntries.get(id), noEntry);
/** Returns the typed texts of all cells that need a decision, including cells that are scrolled out of view. */
export const useUnresolvedCells = (): readonly TypedCellText[] =>
  useSyncExternalStore(
    subscribeToTypedCellTexts,
    () => problems,
    () => NO_ENTRIES,
  );
