"use client";

import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { draftOf, forgetDraft, keepTyped } from "@/lib/client/drafts";

/**
 * A text on a report's page that is written where it will stand. What is typed waits when one goes to another report or
 * the session ends, and stands open again; Cancel discards it.
 * @param draft names the text; no two composers share one.
 */
export function useIreportComposer(draft: string) {
  const [open, setOpen] = useState<"asked" | "back" | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const hadFocus = useRef(false);
  useEffect(() => {
    if (draftOf(draft)) setOpen("back");
  }, [draft]);
  // The form goes, and the focus with it: back to what opened it.
  useEffect(() => {
    if (open || !hadFocus.current) return;
    hadFocus.current = false;
    button.current?.focus();
  }, [open]);
  // At once: anyone who types on after the key types into it, and not onto the page, where letters are keys.
  const ask = () => flushSync(() => setOpen("asked"));
  const close = () => {
    forgetDraft(draft);
    hadFocus.current = true;
    setOpen(null);
  };
  return { isOpen: open !== null, takesFocus: open === "asked", open: ask, close, button };
}

/**
 * Keeps what is typed when the form leaves the screen with its report. Call it above the form.
 * @returns says that nothing is left to keep: it was sent, or given up.
 */
export function useKeepTyped(draft: string): () => void {
  const isDone = useRef(false);
  useEffect(() => {
    isDone.current = false;
    return () => {
      if (!isDone.current) keepTyped(draft);
    };
  }, [draft]);
  return () => {
    isDone.current = true;
  };
}
