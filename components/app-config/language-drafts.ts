"use client";

import { useEffect, useEffectEvent, useRef } from "react";
import { deleteDraft, draftOf, registerForm } from "@/lib/client/drafts";
import { type CellEntry, entryOf, onEntries, setEntry, typedTexts } from "./language-cells";

const NAME = "appConfig.languageTexts";

/** Removes the guard against closing the page. null without unsaved texts; may be set after the grid was unmounted. */
let release: (() => void) | null = null;

onEntries(() => {
  const isUnsaved = Object.keys(typedTexts()).length > 0;
  if (!isUnsaved) release?.();
  else if (!release) release = guard();
});

/** Keeps typed texts when a session ends, and warns before the page is closed. @returns function that removes the guard */
function guard(): () => void {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault();
  window.addEventListener("beforeunload", ask);
  const unregister = registerForm(NAME, typedTexts);
  return () => {
    release = null;
    window.removeEventListener("beforeunload", ask);
    unregister();
  };
}

/** Restores texts that were typed before the session ended. */
export function useKeptTexts(): void {
  useEffect(() => {
    const kept = draftOf(NAME) as Record<string, CellEntry> | undefined;
    deleteDraft(NAME);
    for (const [id, entry] of Object.entries(kept ?? {}))
      if (!entryOf(id)) setEntry(id, { ...entry, state: "kept", message: "This text isn't saved yet." });
  }, []);
}

/** Calls `end` when a field is unmounted during typing, because it gets no blur event. */
export function useEndWithField(id: string, end: () => void): void {
  const isHere = useRef(false);
  const last = useEffectEvent(() => entryOf(id)?.state === "typing" && end());
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
      // Waits a microtask: in React's strict mode, an effect is remounted immediately after its cleanup.
      queueMicrotask(() => isHere.current || last());
    };
  }, []);
}
