"use client";

import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { deleteDraft, readDraft, saveDraftIfTyped } from "@/lib/client/drafts";

/**
 * Manages an inline text field on a report's page. If the page closes or the session ends, the text is stored and the
 * field reopens on the next visit. Cancel discards it.
 * @param draft storage name, unique for each field
 */
export function useIreportComposer(draft: string) {
  const [open, setOpen] = useState<"asked" | "back" | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const shouldRestoreFocus = useRef(false);
  useEffect(() => {
    if (readDraft(draft)) setOpen("back");
  }, [draft]);
  // Moves the focus to the button that opened the form, because closing unmounted the focused form.
  useEffect(() => {
    if (open || !shouldRestoreFocus.current) return;
    shouldRestoreFocus.current = false;
    button.current?.focus();
  }, [open]);
  // Renders the field synchronously, so that the next key presses enter text instead of triggering shortcuts.
  const openComposer = () => flushSync(() => setOpen("asked"));
  const close = () => {
    deleteDraft(draft);
    shouldRestoreFocus.current = true;
    setOpen(null);
  };
  return { isOpen: open !== null, takesFocus: open === "asked", open: openComposer, close, button };
}

/**
 * Stores typed text when the form unmounts together with its report. Call it in a component above the form.
 * @returns function to call once the text was sent or discarded, so that nothing is stored
 */
export function useSaveDraftOnUnmount(draft: string): () => void {
  const isDone = useRef(false);
  useEffect(() => {
    isDone.current = false;
    return () => {
      if (!isDone.current) saveDraftIfTyped(draft);
    };
  }, [draft]);
  return () => {
    isDone.current = true;
  };
}
