"use client";

import { useEffect, useEffectEvent } from "react";
import { draftOf } from "./drafts";

/**
 * Reopens a form whose draft was saved when the session ended.
 * @param name key of the draft
 * @param reopen opens the form
 */
export function useReopenDraft(name: string, reopen: () => void): void {
  const open = useEffectEvent(reopen);
  useEffect(() => {
    if (draftOf(name)) open();
  }, [name]);
}
