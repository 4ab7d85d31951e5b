"use client";

import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { deleteDraft, draftOf, saveDraftIfTyped } from "@/lib/client/drafts";

/**
 * Manages an inline text field on a report's page. Typed text is kept when the page closes or the session ends, and the field
 * opens again. Cancel discards it.
 * @param draft name of the draft; must be unique for each composer
 */
export function useIreportComposer(draft: string) {
  const [open, setOpen] = useState<"asked" | "back" | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const shouldRestoreFocus = useRef(false);
  useEffect(() => {
    if (draftOf(draft)) setOpen("back");
  }, [draft]);
  // Closing unmounts the focused form, so focus returns to the button that opened it.
  useEffect(() => {
    if (open || !shouldRestoreFocus.current) return;
    shouldRestoreFocus.current = false;
    button.current?.focus();
  }, [open]);
  // Renders synchronously, so that the next keys go into the field instead of triggering shortcuts.
  const openComposer = () => flushSync(() => setOpen("asked"));
  const close = () => {
    deleteDraft(draft);
    shouldRestoreFocus.current = true;
    setOpen(null);
  };
  return { isOpen: open !== null, takesFocus: open === "asked", open: openComposer, close, button };
}

/**
 * Keeps typed text when the form unmounts with its report. Call it above the form.
 * @returns function to call once the text was sent or discarded, so that nothing is kept
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
