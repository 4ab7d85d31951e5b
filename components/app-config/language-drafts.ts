"use client";

import { useEffect, useEffectEvent, useRef } from "react";
import { deleteDraft, readDraft, registerFormForDrafts } from "@/lib/client/drafts";
import {
  getTypedCellText,
  setTypedCellText,
  subscribeToTypedCellTexts,
  type TypedCellText,
  unsavedCellTexts,
} from "./language-cells";

const DRAFT_NAME = "appConfig.languageTexts";

/** Removes the unload warning; null if all texts are saved. The warning stays when the grid is unmounted. */
let removeGuard: (() => void) | null = null;

subscribeToTypedCellTexts(() => {
  const isUnsaved = Object.keys(unsavedCellTexts()).length > 0;
  if (!isUnsaved) removeGuard?.();
  else if (!removeGuard) removeGuard = guardUnload();
});

/**
 * Keeps typed texts when a session ends, and warns before the page is closed. @returns function that stops keeping texts and
 * warning
 */
function guardUnload(): () => void {
  const preventUnload = (event: BeforeUnloadEvent) => event.preventDefault();
  window.addEventListener("beforeunload", preventUnload);
  const unregister = registerFormForDrafts(DRAFT_NAME, unsavedCellTexts);
  return () => {
    removeGuard = null;
    window.removeEventListener("beforeunload", preventUnload);
    unregister();
  };
}

/** Restores texts that were typed before the session ended. */
export function useRestoreUnsavedTexts(): void {
  useEffect(() => {
    const restored = readDraft(DRAFT_NAME) as Record<string, TypedCellText> | undefined;
    deleteDraft(DRAFT_NAME);
    for (const [id, entry] of Object.entries(restored ?? {}))
      if (!getTypedCellText(id))
        setTypedCellText(id, { ...entry, state: "kept", message: "This text isn't saved yet." });
  }, []);
}

/** Calls `end` when a field is unmounted during typing, because the field gets no blur event. */
export function useEndTypingOnUnmount(id: string, end: () => void): void {
  const isMounted = useRef(false);
  const endIfTyping = useEffectEvent(() => getTypedCellText(id)?.state === "typing" && end());
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
      // Waits a microtask, because React's strict mode remounts an effect immediately after its cleanup.
      queueMicrotask(() => isMounted.current || endIfTyping());
    };
  }, []);
}
