"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { isSame, type Problems, savedOf } from "@/components/entry/entry-draft";
import { useKeptDraft } from "@/components/entry/use-kept-draft";
import { ApiError, isStatus, messageOf } from "@/lib/client/api-error";
import { newIdempotencyKey } from "@/lib/client/idempotency";
import { type KeptDraft, keepWritten } from "@/lib/client/kept-drafts";
import type { BroadcastSingle } from "@/lib/contract/app-config-broadcasts";
import { meQuery } from "@/lib/queries/auth";
import { createBroadcastMutation, saveBroadcastMutation } from "@/lib/queries/broadcasts";
import { type BroadcastDraft, draftFrom, EMPTY, problemsIn, toFields } from "./broadcast-draft";

/** What the form began with: nothing for a new one. */
type Base = { id: string; version: number; draft: BroadcastDraft } | null;
const NONE: Problems = {};
const keptName = (id = "new") => `broadcast:${id}`;

const baseOf = (broadcast: BroadcastSingle | null): Base =>
  broadcast && { id: broadcast.id, version: broadcast.version, draft: draftFrom(broadcast) };

/**
 * The notification on screen. It follows what is stored while nothing is typed; what somebody else saved, or did with it,
 * in the meantime becomes a conflict with the next save. Nothing typed is lost by that, nor by a crash of the browser.
 */
export function useBroadcastDraft(stored: BroadcastSingle | null) {
  const { data: me } = useQuery(meQuery());
  const create = useMutation(createBroadcastMutation());
  const attempt = useRef<{ sent: BroadcastDraft; key: string } | null>(null);
  const save = useMutation(saveBroadcastMutation());
  const [base, setBase] = useState<Base>(() => baseOf(stored));
  const [draft, setDraft] = useState<BroadcastDraft>(() => base?.draft ?? EMPTY);
  const [theirs, setTheirs] = useState<BroadcastSingle | null>(null);
  const [problems, setProblems] = useState(NONE);
  const [failure, setFailure] = useState<string | null>(null);
  const latest = useRef(draft);
  latest.current = draft;
  const dirty = useMemo(() => !isSame(draft, base?.draft ?? EMPTY), [draft, base]);
  const isCreated = !stored && base !== null;
  const now = { at: 0, version: base?.version ?? 0, draft, base: base?.draft };
  const kept = useKeptDraft({ email: me?.email, name: keptName(stored?.id), now, dirty: dirty && !isCreated });
  const keepForPage = useEffectEvent(() => {
    if (isCreated && me) keepWritten(me.email, keptName(base?.id), { ...now, at: Date.now() });
  });
  // A picture can still arrive after the first save: the page of what was created then offers it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the draft changes
  useEffect(() => {
    if (dirty) keepForPage();
  }, [draft, dirty]);

  const follow = useEffectEvent((fresh: BroadcastSingle | null) => {
    if (!fresh || fresh.version <= (base?.version ?? 0) || dirty) return;
    setBase(baseOf(fresh));
    setDraft(draftFrom(fresh));
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: also once what was typed is taken back
  useEffect(() => follow(stored), [stored, dirty]);

  /** The same text again after a lost answer adds no second one; another text is another request. */
  const keyOf = (sent: BroadcastDraft) => {
    if (!attempt.current || !isSame(attempt.current.sent, sent)) attempt.current = { sent, key: newIdempotencyKey() };
    return attempt.current.key;
  };

  /** @returns what is stored then; null where it was not saved, which the screen says by then */
  const store = async (from: Base): Promise<BroadcastSingle | null> => {
    const sent = latest.current;
    const wrong = problemsIn(sent);
    setProblems(wrong);
    setFailure(null);
    if (Object.keys(wrong).length > 0) return null;
    try {
      const fresh = savedOf(
        await (from
          ? save.mutateAsync({ broadcastId: from.id, version: from.version, ...sent })
          : create.mutateAsync({ ...sent, idempotencyKey: keyOf(sent) })),
      );
      setBase(baseOf(fresh));
      setTheirs(null);
      // What was typed on in the meantime stays, and is not saved yet. A new one is locked while it gets its page.
      if (isSame(latest.current, sent)) setDraft(draftFrom(fresh));
      return fresh;
    } catch (error) {
      const current = isStatus(error, 409) ? (error.current as BroadcastSingle | undefined) : undefined;
      if (current) setTheirs(current);
      else {
        setProblems(toFields(error instanceof ApiError ? error.fields : undefined));
        setFailure(messageOf(error));
      }
      return null;
    }
  };

  return {
    draft,
    dirty,
    problems,
    failure,
    saving: create.isPending || save.isPending,
    /** A new one that is being saved, or is saved: its own page, with another form, takes the place of this one. */
    isMoving: isCreated || create.isPending,
    kept,
    /** What somebody else made of it in the meantime; null when there is no conflict. */
    theirs,
    base: base?.draft ?? EMPTY,
    change: (patch: Partial<BroadcastDraft>) => {
      setDraft((now) => ({ ...now, ...patch }));
      // What is being corrected is not complained about.
      setProblems((all) =>
        Object.fromEntries(
          Object.entries(all).filter(([path]) => !Object.keys(patch).some((each) => path.startsWith(each))),
        ),
      );
    },
    restore: (offer: KeptDraft) => {
      // From the version that it began with: what was saved since then comes up as a conflict.
      if (stored)
        setBase({ id: stored.id, version: offer.version, draft: (offer.base as BroadcastDraft) ?? draftFrom(stored) });
      setDraft({ ...EMPTY, ...(offer.draft as BroadcastDraft) });
      kept.settle();
    },
    save: () => store(base),
    keepMine: () => (theirs ? store({ id: theirs.id, version: theirs.version, draft: draftFrom(theirs) }) : null),
    takeTheirs: () => {
      if (!theirs) return;
      setBase(baseOf(theirs));
      setDraft(draftFrom(theirs));
      setTheirs(null);
    },
  };
}
