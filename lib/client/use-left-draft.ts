"use client";

import { useEffect, useEffectEvent } from "react";
import { draftOf } from "./drafts";

/**
 * Back after a session's end: what was being typed stands open again.
 * @param name of the draft
 * @param reopen opens the form that it was typed into
 */
export function useLeftDraft(name: string, reopen: () => void): void {
  const open = useEffectEvent(reopen);
  useEffect(() => {
    if (draftOf(name)) open();
  }, [name]);
}
