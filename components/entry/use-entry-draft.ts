"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { ApiError, isStatus } from "@/lib/client/api-error";
import type { KeptDraft } from "@/lib/client/kept-drafts";
import type { EntrySingle } from "@/lib/contract/entries";
import type { EntryKind } from "@/lib/contract/entries.values";
import type { Draft, Drafts } from "@/lib/contract/entries-drafts";
import { meQuery } from "@/lib/queries/auth";
import { saveEntryMutation } from "@/lib/queries/entries";
import { isSame, type Problems, problemsOf, withText } from "./entry-draft";
import type { TextOf } from "./entry-kinds";
import { useKeptDraft } from "./use-kept-draft";

/** What an admin began with: the version that a save is made from, and how the draft was then. */
type Base = Pick<EntrySingle, "version"> & { draft: Draft };
export type Conflict = { base: Draft; theirs: EntrySingle };

const NONE: Problems = {};

/**
 * The draft on screen of one entry. It follows what is stored while nothing is typed. What somebody else saved meanwhile
 * becomes a conflict with the next save; nothing typed is lost by it, nor by a crash.
 */
export function useEntryDraft<K extends EntryKind>(kind: K, entry: EntrySingle) {
  const { data: me } = useQuery(meQuery());
  const { mutateAsync, isPending } = useMutation(saveEntryMutation(kind));
  const [base, setBase] = useState<Base>(entry as Base);
  const [draft, setDraft] = useState(entry.draft as Drafts[K]);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [problems, setProblems] = useState(NONE);
  const [failure, setFailure] = useState<string | null>(null);
  const latest = useRef(draft);
  latest.current = draft;
  const dirty = useMemo(() => !isSame(draft, base.draft), [draft, base.draft]);
  const kept = useKeptDraft({
    email: me?.email,
    name: `${kind}:${entry.id}`,
    now: { at: 0, version: base.version, draft, base: base.draft },
    dirty,
  });

  const follow = useEffectEvent((stored: EntrySingle) => {
    if (stored.version <= base.version) return;
    const isUntouched = isSame(stored.draft, base.draft);
    if (!isUntouched && dirty) return;
    setBase(stored as Base);
    if (!isUntouched) setDraft(stored.draft as Drafts[K]);
  });
  useEffect(() => follow(entry), [entry]);

  /** @returns the entry as it is stored then; null where it was not saved, which the screen says by then */
  const saveAs = async (sent: Drafts[K], from: Base): Promise<EntrySingle | null> => {
    setFailure(null);
    try {
      const fresh = await mutateAsync({ entryId: entry.id, version: from.version, draft: sent });
      setBase(fresh as Base);
      setProblems(NONE);
      setConflict(null);
      // What was typed on meanwhile stays, and is not saved yet.
      if (isSame(latest.current, sent)) setDraft(fresh.draft as Drafts[K]);
      return fresh;
    } catch (error) {
      return refused(error, sent, from);
    }
  };
  const refused = (error: unknown, sent: Drafts[K], from: Base) => {
    const theirs = isStatus(error, 409) ? (error.current as EntrySingle | undefined) : undefined;
    if (theirs && theirs.version !== from.version) {
      // Somebody published or archived it, and left the draft as it was: there is nothing to choose.
      if (isSame(theirs.draft, from.draft)) return saveAs(sent, theirs as Base);
      setConflict({ base: from.draft, theirs });
      return null;
    }
    setProblems(problemsOf(error instanceof ApiError ? error.fields : undefined));
    setFailure(error instanceof Error ? error.message : "Something went wrong. Try again.");
    return null;
  };

  const change = (patch: Partial<Drafts[K]> | ((draft: Drafts[K]) => Partial<Drafts[K]>)) =>
    setDraft((now) => ({ ...now, ...(typeof patch === "function" ? patch(now) : patch) }));

  return {
    draft,
    base,
    dirty,
    saving: isPending,
    problems,
    failure,
    conflict,
    offer: kept.offer,
    change,
    changeText: (language: string, patch: Partial<TextOf<K>>) =>
      setDraft((now) => withText(kind, now, language, patch)),
    save: (): Promise<EntrySingle | null> => saveAs(draft, base),
    /** Saves what was put together of both, over the version that was shown. */
    settle: (merged: Draft, theirs: EntrySingle) => {
      setDraft(merged as Drafts[K]);
      latest.current = merged as Drafts[K];
      return saveAs(merged as Drafts[K], theirs as Base);
    },
    /** Back to writing; the next save shows the conflict again. */
    putOff: () => setConflict(null),
    restore: (offer: KeptDraft) => {
      // From the version that it began with: what was saved since then comes up as a conflict.
      setBase({ version: offer.version, draft: (offer.base ?? entry.draft) as Draft });
      setDraft(offer.draft as Drafts[K]);
      kept.settle();
    },
    discardOffer: kept.settle,
    /** Gives up what is typed. */
    reset: () => {
      setBase(entry as Base);
      setDraft(entry.draft as Drafts[K]);
      setProblems(NONE);
      setFailure(null);
    },
  };
}
