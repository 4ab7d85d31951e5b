"use client";

import { useEffect, useEffectEvent, useRef, useState } from "react";
import { forgetWritten, type KeptDraft, keepWritten, writtenOf } from "@/lib/client/kept-drafts";
import { isGone } from "@/lib/client/session";
import { isSame } from "./entry-draft";

const PAUSE_MS = 400;

type Kept = { email: string | undefined; name: string; now: KeptDraft; dirty: boolean };

/**
 * Keeps what is typed in the browser while it is not saved, and offers what an earlier visit left there. While the offer
 * stands nothing is written over it.
 */
export function useKeptDraft({ email, name, now, dirty }: Kept) {
  const [offer, setOffer] = useState<KeptDraft | null>(null);
  const [asked, setAsked] = useState(false);
  const stored = useRef(now.draft);
  /** When this tab kept, or took over, what it may remove: another tab of the same record keeps its own text there. */
  const mine = useRef<number | null>(null);
  useEffect(() => {
    if (!email || asked) return;
    const found = writtenOf(email, name);
    // What was saved just before a crash is not offered again.
    if (found && isSame(found.draft, stored.current)) forgetWritten(email, name, found.at);
    else setOffer(found);
    setAsked(true);
  }, [email, name, asked]);

  const write = useEffectEvent(() => {
    // After a sign-out nothing of this admin stays in the browser.
    if (!email || !asked || offer || isGone()) return;
    if (dirty) {
      mine.current = Date.now();
      keepWritten(email, name, { ...now, at: mine.current });
    } else if (mine.current !== null) forgetWritten(email, name, mine.current);
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
    /** What was offered is on screen now, or given up. */
    settle: () => {
      mine.current = offer?.at ?? mine.current;
      setOffer(null);
    },
  };
}
