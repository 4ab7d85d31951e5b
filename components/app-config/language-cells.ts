"use client";

import { useSyncExternalStore } from "react";

/** The stored text that somebody types over. */
type Base = { version: number; text: string };

/**
 * What is typed into a cell and what became of it. Kept outside of React so that a cell that scrolls away keeps its text,
 * and typing redraws one cell, not the whole grid.
 */
export type CellEntry = {
  /** `kept`: typed before the session ended. */
  state: "typing" | "saving" | "saved" | "refused" | "failed" | "conflict" | "kept";
  text: string;
  /** Name of the key and code of the language, to find it again. */
  key: string;
  code: string;
  /**
   * Entries that follow each other in a cell share this object: one's own save brings it up to date for all of them, and
   * what somebody else wrote never does.
   */
  base: Base;
  message?: string;
  /** Of a conflict: what somebody else wrote. */
  theirs?: string;
};

const entries = new Map<string, CellEntry>();
const listeners = new Set<() => void>();
let unsaved: readonly CellEntry[] = [];

export const cellId = (keyId: string, code: string) => `${keyId} ${code}`;
export const baseOf = ({ version, text }: Base): Base => ({ version, text });
export const entryOf = (id: string): CellEntry | undefined => entries.get(id);

const WAITS: readonly CellEntry["state"][] = ["refused", "failed", "conflict", "kept"];
/** Whether it waits for the person: it is not saved, and nothing is under way. */
export const waits = (entry: CellEntry | undefined): entry is CellEntry =>
  entry !== undefined && WAITS.includes(entry.state);

/** Sets what a cell shows beside its stored text; null: nothing. */
export function setEntry(id: string, entry: CellEntry | null): void {
  if (entry) entries.set(id, entry);
  else entries.delete(id);
  const waiting = [...entries.values()].filter(waits);
  if (waiting.length !== unsaved.length || waiting.some((each, at) => each !== unsaved[at])) unsaved = waiting;
  for (const listener of listeners) listener();
}

/** What stood in a cell before it was edited, or is still being saved: Escape brings it back. */
const before = new Map<string, CellEntry>();

/** Begins to edit. @param text what the field starts with */
export function beginTyping(id: string, about: Pick<CellEntry, "key" | "code" | "base">, text: string): void {
  const now = entries.get(id);
  if (now && now.state !== "typing" && now.state !== "saved") before.set(id, now);
  else if (now?.state !== "typing") before.delete(id);
  setEntry(id, { ...about, base: now?.base ?? about.base, state: "typing", text });
}

/** A stroke in a field that is always open: the first one begins. */
export function typeInto(id: string, about: Pick<CellEntry, "key" | "code" | "base">, text: string): void {
  const now = entries.get(id);
  if (now?.state === "typing") setEntry(id, { ...now, text });
  else beginTyping(id, about, text);
}

/** Ends it without a change; nothing happens where nobody types. */
export function endTyping(id: string): void {
  if (entries.get(id)?.state !== "typing") return;
  setEntry(id, before.get(id) ?? null);
  before.delete(id);
}

/** Ends it if the field holds the stored text, or the one that is being saved. @returns false: there is a text to save */
export function endUnchanged(id: string): boolean {
  const now = entries.get(id);
  const last = before.get(id);
  const isSaving = last?.state === "saving";
  if (!now || now.text !== (isSaving ? last.text : now.base.text)) return false;
  if (isSaving) endTyping(id);
  else setEntry(id, null);
  return true;
}

/** Puts the outcome of an entry in its place, which may be behind what is typed since. null: nothing is left to say. */
export function settleEntry(id: string, entry: CellEntry, outcome: CellEntry | null): void {
  if (entries.get(id) === entry) setEntry(id, outcome);
  else if (before.get(id) === entry) {
    const left = outcome ?? undefined;
    if (waits(left)) before.set(id, left);
    else before.delete(id);
  }
}

/** Forgets what was typed for a key or a language that is deleted. */
export function dropEntries(gone: { keyId: string } | { code: string }): void {
  for (const [id, { code }] of [...entries])
    if ("code" in gone ? code === gone.code : id === cellId(gone.keyId, code)) setEntry(id, null);
}

/** "Saved" stands for a moment only. @param entry gone as soon as something else stands there */
export function fadeEntry(id: string, entry: CellEntry, ms = 4_000): void {
  setTimeout(() => entries.get(id) === entry && setEntry(id, null), ms);
}

/** Everything typed that the server does not have, by cell. */
export const typedTexts = (): Record<string, CellEntry> =>
  Object.fromEntries([...entries].filter(([, entry]) => isTyped(entry)));
const isTyped = ({ state, text, base }: CellEntry) => state !== "saved" && (state !== "typing" || text !== base.text);

/** For tests. The page is loaded afresh before another admin uses it. */
export function forgetEntries(): void {
  for (const id of [...entries.keys()]) setEntry(id, null);
}

/** Calls after each change. @returns ends it */
export function onEntries(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
const none = () => undefined;
const NOBODY: readonly CellEntry[] = [];

export const useEntryOf = (id: string): CellEntry | undefined =>
  useSyncExternalStore(onEntries, () => entries.get(id), none);
/** Cells that wait for the person, wherever they are. */
export const useUnsaved = (): readonly CellEntry[] =>
  useSyncExternalStore(
    onEntries,
    () => unsaved,
    () => NOBODY,
  );
