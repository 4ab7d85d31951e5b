"use client";

import { useEffect, useEffectEvent, useRef } from "react";
import { draftOf, forgetDraft, registerForm } from "@/lib/client/drafts";
import { type CellEntry, entryOf, onEntries, setEntry, typedTexts } from "./language-cells";

const NAME = "appConfig.languageTexts";

/** Present while there are texts that the server does not have, also after the grid was left. */
let release: (() => void) | null = null;

onEntries(() => {
  const isUnsaved = Object.keys(typedTexts()).length > 0;
  if (!isUnsaved) release?.();
  else if (!release) release = guard();
});

/** Typed texts survive the end of a session, and the browser asks before the page is closed with them. */
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

/** Brings back what was typed before the session ended. */
export function useKeptTexts(): void {
  useEffect(() => {
    const kept = draftOf(NAME) as Record<string, CellEntry> | undefined;
    forgetDraft(NAME);
    for (const [id, entry] of Object.entries(kept ?? {}))
      if (!entryOf(id)) setEntry(id, { ...entry, state: "kept", message: "This text isn't saved yet." });
  }, []);
}

/** A field that is removed from the page while somebody types in it gets no blur event, so its text is ended here. */
export function useEndWithField(id: string, end: () => void): void {
  const isHere = useRef(false);
  const last = useEffectEvent(() => entryOf(id)?.state === "typing" && end());
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
      // React takes effects away for a moment where it tries them out.
      queueMicrotask(() => isHere.current || last());
    };
  }, []);
}
