"use client";

import { useEffect, useEffectEvent, useRef } from "react";
import { draftOf, forgetDraft, registerForm } from "@/lib/client/drafts";
import { type CellEntry, entryOf, setEntry, typedTexts, useUnsaved } from "./language-cells";

const NAME = "appConfig.languageTexts";

/** Typed texts that are not saved survive the end of a session, and the browser asks before the page is left with them. */
export function useKeepTyped(): void {
  useEffect(() => {
    const kept = draftOf(NAME) as Record<string, CellEntry> | undefined;
    forgetDraft(NAME);
    for (const [id, entry] of Object.entries(kept ?? {}))
      if (!entryOf(id)) setEntry(id, { ...entry, state: "kept", message: "This text isn't saved yet." });
    return registerForm(NAME, typedTexts);
  }, []);
  const isUnsaved = useUnsaved().length > 0;
  useEffect(() => {
    if (!isUnsaved) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isUnsaved]);
}

/** A field that leaves the screen while somebody types in it, by a step back say, hears of no blur: it ends its text here. */
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
