"use client";

import { useState } from "react";
import { conflictRecordOf } from "@/lib/client/api-error";

type Versioned = { version: number };
type EditConflict<T, Base> = {
  /** The record when editing began. Later refetches do not change it. */
  base: Base;
  /** The current record, set when a write is rejected because another admin has changed the record. */
  newer: T | null;
  /** The version that was on screen before `newer`: at first `base`, after a second conflict the previous `newer`. */
  before: Base;
  /** The version that was shown last. The next write overwrites it. */
  latest: T | Base;
  /** Makes the form show the edit conflict with this current version of the record. */
  showConflict: (current: T) => void;
  /** Reads the current record from the error of a rejected write, shows it, and rethrows the error. */
  captureConflict: (error: unknown) => never;
  /** Ends the conflict and makes another version of the record the base, such as the saved version. */
  rebase: (to: T) => void;
};

/**
 * Remembers the record that a form edits, and detects that another admin has changed the record since.
 * @param opened the record; undefined for a new one
 * @param comparableState returns the part of a record to compare; the form shows a conflict only if this part has changed. Default:
 * the version. With `(record) => record`, every rejected write shows a conflict
 */
export function useEditConflict<T extends Versioned>(
  opened: T,
  comparableState?: (record: T) => unknown,
): EditConflict<T, T>;
export function useEditConflict<T extends Versioned>(
  opened: T | undefined,
  comparableState?: (record: T) => unknown,
): EditConflict<T, T | undefined>;
export function useEditConflict<T extends Versioned>(
  opened: T | undefined,
  comparableState: (record: T) => unknown = ({ version }) => version,
): EditConflict<T, T | undefined> {
  type State = { base: T | undefined; newer: T | null; before: T | undefined };
  const [{ base, newer, before }, setConflict] = useState<State>({ base: opened, newer: null, before: opened });
  const latest = newer ?? base;
  const showConflict = (current: T) => setConflict((at) => ({ ...at, newer: current, before: at.newer ?? at.base }));
  const captureConflict = (error: unknown): never => {
    const current = conflictRecordOf<T>(error);
    if (current && (!latest || comparableState(current) !== comparableState(latest))) showConflict(current);
    throw error;
  };
  const rebase = (to: T) => setConflict({ base: to, newer: null, before: to });
  return { base, newer, before, latest, showConflict, captureConflict, rebase };
}
