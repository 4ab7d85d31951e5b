"use client";

import { useSyncExternalStore } from "react";

/** Stored text that the typed text replaces. */
type Base = { version: number; text: string };

/**
 * Typed text of a cell and the state of its save. Kept outside React, so that a cell keeps its text when scrolled away, and
 * typing renders one cell instead of the grid.
 */
export type CellEntry = {
  /** `kept`: restored after the end of a session. */
  state: "typing" | "saving" | "saved" | "refused" | "failed" | "conflict" | "kept";
  text: string;
  /** Name of the key and code of the language, used to find the cell again. */
  key: string;
  code: string;
  /** Shared by successive entries of a cell. The user's own saves update it for all of them; other admins' saves never do. */
  base: Base;
  message?: string;
  /** The other admin's text after a conflict. */
  theirs?: string;
};

const entries = new Map<string, CellEntry>();
const listeners = new Set<() => void>();
let unsaved: readonly CellEntry[] = [];

export const cellId = (keyId: string, code: string) => `${keyId} ${code}`;
export const baseOf = ({ version, text }: Base): Base => ({ version, text });
export const entryOf = (id: string): CellEntry | undefined => entries.get(id);

const WAITS: readonly CellEntry["state"][] = ["refused", "failed", "conflict", "kept"];
/** Returns whether the entry needs a decision: it is unsaved and no request is pending. */
export const waits = (entry: CellEntry | undefined): entry is CellEntry =>
  entry !== undefined && WAITS.includes(entry.state);

/** Sets the entry of a cell, or removes it if null. */
export function setEntry(id: string, entry: CellEntry | null): void {
  if (entry) entries.set(id, entry);
  else entries.delete(id);
  const waiting = [...entries.values()].filter(waits);
  if (waiting.length !== unsaved.length || waiting.some((each, at) => each !== unsaved[at])) unsaved = waiting;
  for (const listener of listeners) listener();
}

/** Entry of a cell before editing, or while it is being saved. Escape restores it. */
const before = new Map<string, CellEntry>();

/** Starts editing. @param text initial text of the field */
export function beginTyping(id: string, about: Pick<CellEntry, "key" | "code" | "base">, text: string): void {
  const now = entries.get(id);
  if (now && now.state !== "typing" && now.state !== "saved") before.set(id, now);
  else if (now?.state !== "typing") before.delete(id);
  setEntry(id, { ...about, base: now?.base ?? about.base, state: "typing", text });
}

/** Handles typing in a field that is always open. The first change starts editing. */
export function typeInto(id: string, about: Pick<CellEntry, "key" | "code" | "base">, text: string): void {
  const now = entries.get(id);
  if (now?.state === "typing") setEntry(id, { ...now, text });
  else beginTyping(id, about, text);
}

/** Ends editing and restores the previous entry. Does nothing if the cell is not being edited. */
export function endTyping(id: string): void {
  if (entries.get(id)?.state !== "typing") return;
  setEntry(id, before.get(id) ?? null);
  before.delete(id);
}

/** Ends editing if the text equals the stored or pending one. @returns false if there is a text to save */
export function endUnchanged(id: string): boolean {
  const now = entries.get(id);
  const last = before.get(id);
  const isSaving = last?.state === "saving";
  if (!now || now.text !== (isSaving ? last.text : now.base.text)) return false;
  if (isSaving) endTyping(id);
  else setEntry(id, null);
  return true;
}

/** Replaces an entry by its outcome, even if newer typing has moved it to `before`. null removes it. */
export function settleEntry(id: string, entry: CellEntry, outcome: CellEntry | null): void {
  if (entries.get(id) === entry) setEntry(id, outcome);
  else if (before.get(id) === entry) {
    const left = outcome ?? undefined;
    if (waits(left)) before.set(id, left);
    else before.delete(id);
  }
}

/** Removes the entries of a deleted key or language. */
export function dropEntries(gone: { keyId: string } | { code: string }): void {
  for (const [id, { code }] of [...entries])
    if ("code" in gone ? code === gone.code : id === cellId(gone.keyId, code)) setEntry(id, null);
}

/** Removes a "Saved" entry after `ms`, unless another entry has replaced it. */
export function fadeEntry(id: string, entry: CellEntry, ms = 4_000): void {
  setTimeout(() => entries.get(id) === entry && setEntry(id, null), ms);
}

/** Returns all typed texts that are not stored on the server, by cell. */
export const typedTexts = (): Record<string, CellEntry> =>
  Object.fromEntries([...entries].filter(([, entry]) => isTyped(entry)));
const isTyped = ({ state, text, base }: CellEntry) => state !== "saved" && (state !== "typing" || text !== base.text);

/** Removes all entries, for tests. In production a page load precedes another admin's session. */
export function forgetEntries(): void {
  for (const id of [...entries.keys()]) setEntry(id, null);
}

/** Calls `listener` after each change. @returns function that unsubscribes */
export function onEntries(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
const none = () => undefined;
const NOBODY: readonly CellEntry[] = [];

export const useEntryOf = (id: string): CellEntry | undefined =>
  useSyncExternalStore(onEntries, () => entries.get(id), none);
/** Returns all cells that need a decision, in view or not. */
export const useUnsaved = (): readonly CellEntry[] =>
  useSyncExternalStore(
    onEntries,
    () => unsaved,
    () => NOBODY,
  );
