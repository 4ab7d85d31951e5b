"use client";

import { useSyncExternalStore } from "react";

/**
 * What is typed into a cell and what became of it. Outside of React: a cell that scrolls away keeps its text, and a
 * stroke of a key draws one cell anew, not the grid.
 */
export type CellEntry = {
  /** `kept`: typed before the session ended. */
  state: "typing" | "saving" | "saved" | "refused" | "failed" | "conflict" | "kept";
  text: string;
  /** Name of the key and code of the language, to find it again. */
  key: string;
  code: string;
  message?: string;
  /** Of a conflict: what somebody else wrote. */
  theirs?: string;
};

const entries = new Map<string, CellEntry>();
const listeners = new Set<() => void>();
let unsaved: readonly CellEntry[] = [];

export const cellId = (keyId: string, code: string) => `${keyId} ${code}`;
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

/** What stood in a cell before it was edited: Escape brings it back. */
const before = new Map<string, CellEntry>();

/** Begins to edit. @param text what the field starts with */
export function beginTyping(id: string, about: Pick<CellEntry, "key" | "code">, text: string): void {
  const now = entries.get(id);
  if (waits(now)) before.set(id, now);
  else before.delete(id);
  setEntry(id, { ...about, state: "typing", text });
}

/** A stroke in a field that is always open: the first one begins. */
export function typeInto(id: string, about: Pick<CellEntry, "key" | "code">, text: string): void {
  if (entries.get(id)?.state === "typing") setEntry(id, { ...about, state: "typing", text });
  else beginTyping(id, about, text);
}

/** Ends it without a change. */
export function endTyping(id: string): void {
  setEntry(id, before.get(id) ?? null);
  before.delete(id);
}

/** "Saved" stands for a moment only. @param entry gone as soon as something else stands there */
export function fadeEntry(id: string, entry: CellEntry, ms = 4_000): void {
  setTimeout(() => entries.get(id) === entry && setEntry(id, null), ms);
}

/** Everything typed that the server does not have, by cell: for the end of a session. */
export const typedTexts = (): Record<string, CellEntry> =>
  Object.fromEntries([...entries].filter(([, { state }]) => state !== "saved"));

/** For tests, and when another admin signs in. */
export function forgetEntries(): void {
  for (const id of [...entries.keys()]) setEntry(id, null);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
const none = () => undefined;
const NOBODY: readonly CellEntry[] = [];

export const useEntryOf = (id: string): CellEntry | undefined =>
  useSyncExternalStore(subscribe, () => entries.get(id), none);
/** Cells that wait for the person, wherever they are. */
export const useUnsaved = (): readonly CellEntry[] =>
  useSyncExternalStore(
    subscribe,
    () => unsaved,
    () => NOBODY,
  );
