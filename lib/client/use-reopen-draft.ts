"use client";

import { useEffect, useEffectEvent } from "react";
import { readDraft } from "./drafts";

/** Reopens a form whose draft was saved when the session ended. @param name key of the draft */
export function useReopenDraft(name: string, reopen: () => void): void {
  const onReopen = useEffectEvent(reopen);
  useEffect(() => {
    if (readDraft(name)) onReopen();
  }, [name]);
}
