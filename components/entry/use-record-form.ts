"use client";

import { useEffect, useEffectEvent } from "react";
import type { DraftProblems } from "./entry-draft";
import { focusField } from "./entry-field";

/**
 * Adds the behaviour that all record forms share.
 * @param problems errors of the last save; the first one's field is focused
 * @param onDirty called when the form gains or loses unsaved changes
 */
export function useRecordForm(
  { dirty, problems }: { dirty: boolean; problems: DraftProblems },
  onDirty: (dirty: boolean) => void,
) {
  const reportDirty = useEffectEvent(onDirty);
  useEffect(() => reportDirty(dirty), [dirty]);
  useEffect(() => {
    const [first] = Object.keys(problems);
    if (first) focusField(first);
  }, [problems]);
}
