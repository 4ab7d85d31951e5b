"use client";

import { useState } from "react";
import { isStatus } from "@/lib/client/api-error";

type Versioned = { version: number };
type Newer<T, Base> = {
  /** The record when the form was opened, unaffected by later refetches of the list. */
  base: Base;
  /** The current record, after a write was rejected because another admin had changed it. */
  newer: T | null;
  /** The version shown before `newer`; differs from `base` after a second conflict. */
  before: Base;
  /** The version shown last, which the next write overwrites. */
  latest: T | Base;
  /** Stores the current record of a conflict and rethrows the error. */
  keep: (error: unknown) => never;
};

/**
 * Tracks edit conflicts in a form that changes a record.
 * @param now the record; undefined for a new one
 * @param stateOf compares two states where the version alone is not enough
 */
export function useEditConflict<T extends Versioned>(now: T, stateOf?: (record: T) => unknown): Newer<T, T>;
export function useEditConflict<T extends Versioned>(now: T | undefined): Newer<T, T | undefined>;
export function useEditConflict<T extends Versioned>(
  now: T | undefined,
  stateOf: (record: T) => unknown = ({ version }) => version,
): Newer<T, T | undefined> {
  const [base] = useState(now);
  const [{ newer, before }, setShown] = useState<{ newer: T | null; before: T | undefined }>({
    newer: null,
    before: base,
  });
  const latest = newer ?? base;
  const keep = (error: unknown): never => {
    const current = isStatus(error, 409) ? (error.current as T | undefined) : undefined;
    if (current && (!latest || stateOf(current) !== stateOf(latest))) setShown({ newer: current, before: latest });
    throw error;
  };
  return { base, newer, before, latest, keep };
}
