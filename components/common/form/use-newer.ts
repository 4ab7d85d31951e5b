"use client";

import { useState } from "react";
import { isStatus } from "@/lib/client/api-error";

/**
 * For a form that changes a record: `base` is what the person began with, whatever the list behind it reads meanwhile;
 * `newer` what somebody else made of it, once a write was refused for that. `keep` takes the refusal and throws it on.
 * @param stateOf what differs between two states of it where the version alone does not tell
 */
export function useNewer<T extends { version: number }>(
  now: T | undefined,
  stateOf: (record: T) => unknown = ({ version }) => version,
) {
  const [base] = useState(now);
  const [newer, setNewer] = useState<T | null>(null);
  const keep = (error: unknown): never => {
    const current = isStatus(error, 409) ? (error.current as T | undefined) : undefined;
    const known = newer ?? base;
    if (current && (!known || stateOf(current) !== stateOf(known))) setNewer(current);
    throw error;
  };
  return { base, newer, keep };
}
