"use client";

import { useEffect, useEffectEvent } from "react";
import type { Problems } from "./entry-draft";
import { goToField } from "./entry-field";

/**
 * What every record's form does besides.
 * @param problems of the last save: the first of them is gone to
 * @param onDirty told while something is typed that is not saved
 */
export function useRecordForm(
  { dirty, problems }: { dirty: boolean; problems: Problems },
  onDirty: (dirty: boolean) => void,
) {
  const tell = useEffectEvent(onDirty);
  useEffect(() => tell(dirty), [dirty]);
  useEffect(() => {
    const [first] = Object.keys(problems);
    if (first) goToField(first);
  }, [problems]);
}
