"use client";

import { useEffect, useEffectEvent } from "react";
import { focusDraftField } from "./draft-field";
import type { DraftProblems } from "./draft-values";

/**
 * Reports unsaved changes of a record's form, and focuses the first field with an error.
 * @param problems errors of the last save
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
    if (first) focusDraftField(first);
  }, [problems]);
}
