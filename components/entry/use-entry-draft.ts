"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { ApiError, isStatus, messageOf } from "@/lib/client/api-error";
import type { KeptDraft } from "@/lib/client/stored-drafts";
import type { EntrySingle } from "@/lib/contract/entries";
import type { EntryKind } from "@/lib/contract/entries.values";
import type { Draft, Drafts } from "@/lib/contract/entries-drafts";
import { meQuery } from "@/lib/queries/auth";
import { saveEntryMutation } from "@/lib/queries/entries";
import { isSame, type Problems, problemsOf, savedOf, withText } from "./entry-draft";
import type { TextOf } from "./entry-kinds";
import { useKeptDraft } from "./use-kept-draft";

/** Version and draft that the admin's changes start from. */
type Base = Pick<EntrySingle, "version"> & { draft: Draft };
export type Conflict = { base: Draft; theirs: EntrySingle };

const NONE: Problems = {};

/**
 * Manages the draft on screen. It shows the stored draft until the user types. Another admin's save then becomes a conflict at
 * the next save. Typed text survives a conflict and a browser crash.
 */
export function useEntryDraft<K extends EntryKind>(kind: K, entry: EntrySingle) {
  const { data: me } = useQuery(meQuery());
  const { mutateAsync, isPending } = useMutation(saveEntryMutation(kind));
  const [base, setBase] = useState<Base>(entry as Base);
  const [draft, setDraft] = useState(entry.draft as Drafts[K]);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [problems, setProblems] = useState(NONE);
  const [failure, setFailure] = useState<string | null>(null);
  /** Current state, for a waiting save whose closure is older. */
  const now = useRef({ draft, base });
  now.current = { draft, base };
  const running = useRef<Promise<EntrySingle | null> | null>(null);
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
  // Runs also when typed text is undone, because newer versions were ignored until then.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => follow(entry), [entry, dirty]);

  /** @returns the stored entry; null if the save failed; the error is then on screen */
  const saveAs = async (sent: Drafts[K], from: Base): Promise<EntrySingle | null> => {
    setFailure(null);
    try {
      const fresh = savedOf(await mutateAsync({ entryId: entry.id, version: from.version, draft: sent }));
      // Keeps what was typed since the request, as unsaved changes.
      const settled = (at: Drafts[K]) => (isSame(at, sent) ? (fresh.draft as Drafts[K]) : at);
      now.current = { draft: settled(now.current.draft), base: fresh as Base };
      setBase(fresh as Base);
      setDraft(settled);
      setProblems(NONE);
      setConflict(null);
      return fresh;
    } catch (error) {
      return refused(error, sent, from);
    }
  };
  const refused = (error: unknown, sent: Drafts[K], from: Base) => {
    const theirs = isStatus(error, 409) ? (error.current as EntrySingle | undefined) : undefined;
    if (theirs && theirs.version !== from.version) {
      // The other admin published or archived it without changing the draft, so both saves fit together.
      if (isSame(theirs.draft, from.draft)) return saveAs(sent, theirs as Base);
      setConflict({ base: from.draft, theirs });
      return null;
    }
    setProblems(problemsOf(error instanceof ApiError ? error.fields : undefined));
    setFailure(messageOf(error));
    return null;
  };

  const start = (sent: Drafts[K], from: Base) => {
    const saved = saveAs(sent, from).finally(() => {
      running.current = null;
    });
    running.current = saved;
    return saved;
  };

  /**
   * Runs one save at a time, each with the version that the previous one created. Parallel saves would conflict.
   * @returns the entry as shown in the fields; null if the save failed
   */
  const save = async (): Promise<EntrySingle | null> => {
    let stored: EntrySingle = entry;
    while (running.current) {
      const saved = await running.current;
      if (!saved) return null;
      stored = saved;
    }
    const { draft: typed, base: from } = now.current;
    return isSame(typed, from.draft) ? stored : start(typed, from);
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
    save,
    /** Saves the merged draft over the version that was shown. */
    settle: (merged: Draft, theirs: EntrySingle) => {
      setDraft(merged as Drafts[K]);
      now.current.draft = merged as Drafts[K];
      return start(merged as Drafts[K], theirs as Base);
    },
    /** Closes the conflict; the next save shows it again. */
    putOff: () => setConflict(null),
    restore: (offer: KeptDraft) => {
      // Restores the version at which typing began as well, so that saves since then become a conflict.
      setBase({ version: offer.version, draft: (offer.base ?? entry.draft) as Draft });
      setDraft(offer.draft as Drafts[K]);
      kept.settle();
    },
    discardOffer: kept.settle,
    /** Discards unsaved changes. */
    reset: () => {
      setBase(entry as Base);
      setDraft(entry.draft as Drafts[K]);
      setProblems(NONE);
      setFailure(null);
    },
  };
}
