"use client";

import { useEffect, useEffectEvent, useRef, useState } from "react";
import { isGone } from "@/lib/client/session";
import { deleteStoredDraft, type KeptDraft, saveStoredDraft, storedDraft } from "@/lib/client/stored-drafts";
import { isSame } from "./entry-draft";

const PAUSE_MS = 400;

type Kept = { email: string | undefined; name: string; now: KeptDraft; dirty: boolean };

/** Keeps unsaved changes in the browser, and offers those of an earlier visit. Writes nothing while the offer is open. */
export function useKeptDraft({ email, name, now, dirty }: Kept) {
  const [offer, setOffer] = useState<KeptDraft | null>(null);
  const [asked, setAsked] = useState(false);
  const stored = useRef(now.draft);
  /** Time (ms) of the kept draft that this tab may remove. Other tabs of the record keep their own drafts. */
  const mine = useRef<number | null>(null);
  useEffect(() => {
    if (!email || asked) return;
    const found = storedDraft(email, name);
    // Does not offer a draft that was saved just before a crash.
    if (found && isSame(found.draft, stored.current)) deleteStoredDraft(email, name, found.at);
    else setOffer(found);
    setAsked(true);
  }, [email, name, asked]);

  const write = useEffectEvent(() => {
    // Leaves nothing of this admin in the browser after a sign-out.
    if (!email || !asked || offer || isGone()) return;
    if (dirty) {
      mine.current = Date.now();
      saveStoredDraft(email, name, { ...now, at: mine.current });
    } else if (mine.current !== null) deleteStoredDraft(email, name, mine.current);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: written again when what is typed changes
  useEffect(() => {
    const timer = setTimeout(write, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [now.draft, dirty, asked, offer]);
  useEffect(() => {
    window.addEventListener("pagehide", write);
    document.addEventListener("visibilitychange", write);
    return () => {
      window.removeEventListener("pagehide", write);
      document.removeEventListener("visibilitychange", write);
      write();
    };
  }, []);
  useEffect(() => {
    if (!dirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [dirty]);

  return {
    offer,
    /** Ends the offer after it was restored or discarded. */
    settle: () => {
      mine.current = offer?.at ?? mine.current;
      setOffer(null);
    },
  };
}
