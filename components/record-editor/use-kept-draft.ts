"use client";

import { useEffect, useEffectEvent, useRef, useState } from "react";
import { isLoggingOut } from "@/lib/client/session";
import { deleteStoredDraft, readStoredDraft, type StoredDraft, saveStoredDraft } from "@/lib/client/stored-drafts";
import { isSameValue } from "./draft-values";

const KEEP_DELAY_MS = 400;

type KeptDraftOptions = { email: string | undefined; name: string; now: StoredDraft; dirty: boolean };

/** Stores unsaved changes in the browser, and offers to restore those of an earlier visit. Stores nothing while an offer is open. */
export function useStoredDraft({ email, name, now, dirty }: KeptDraftOptions) {
  const [offer, setOffer] = useState<StoredDraft | null>(null);
  const [isRead, setRead] = useState(false);
  const initial = useRef(now.draft);
  /** Timestamp (ms) of the stored draft that this tab may remove. Other tabs have their own drafts. */
  const ownDraftAt = useRef<number | null>(null);
  useEffect(() => {
    if (!email || isRead) return;
    const previous = readStoredDraft(email, name);
    // Deletes a stored draft that equals the saved record: the browser crashed between saving the record and deleting the draft.
    if (previous && isSameValue(previous.draft, initial.current)) deleteStoredDraft(email, name, previous.at);
    else setOffer(previous);
    setRead(true);
  }, [email, name, isRead]);

  const storeDraft = useEffectEvent(() => {
    // Stores nothing during a sign-out, which removes this admin's drafts from the browser.
    if (!email || !isRead || offer || isLoggingOut()) return;
    if (dirty) {
      ownDraftAt.current = Date.now();
      saveStoredDraft(email, name, { ...now, at: ownDraftAt.current });
    } else if (ownDraftAt.current !== null) deleteStoredDraft(email, name, ownDraftAt.current);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the typed values change
  useEffect(() => {
    const timer = setTimeout(storeDraft, KEEP_DELAY_MS);
    return () => clearTimeout(timer);
  }, [now.draft, dirty, isRead, offer]);
  useEffect(() => {
    window.addEventListener("pagehide", storeDraft);
    document.addEventListener("visibilitychange", storeDraft);
    return () => {
      window.removeEventListener("pagehide", storeDraft);
      document.removeEventListener("visibilitychange", storeDraft);
      storeDraft();
    };
  }, []);
  useEffect(() => {
    if (!dirty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [dirty]);

  return {
    offer,
    /** Closes the offer after the draft was restored or discarded. */
    closeOffer: () => {
      ownDraftAt.current = offer?.at ?? ownDraftAt.current;
      setOffer(null);
    },
  };
}
