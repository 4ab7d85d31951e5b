"use client";

import { useState } from "react";
import { isStatus } from "@/lib/client/api-error";

type Versioned = { version: number };
type Newer<T, Base> = {
  /** What the person began with, whatever the list behind the form reads in the meantime. */
  base: Base;
  /** What somebody else made of it, once a write was refused for that. */
  newer: T | null;
  /** What was shown before that: it differs from `base` once two writes were refused. */
  before: Base;
  /** What was shown last: the next write goes over that. */
  latest: T | Base;
  /** Takes the refusal, and throws it on. */
  keep: (error: unknown) => never;
};

/**
 * For a form that changes a record.
 * @param now undefined for a new one
 * @param stateOf what differs between two states of it where the version alone does not tell
 */
export function useNewer<T extends Versioned>(now: T, stateOf?: (record: T) => unknown): Newer<T, T>;
export function useNewer<T extends Versioned>(now: T | undefined): Newer<T, T | undefined>;
export function useNewer<T extends Versioned>(
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
