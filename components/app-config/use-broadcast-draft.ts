"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { isSame, type Problems, savedOf } from "@/components/entry/entry-draft";
import { useKeptDraft } from "@/components/entry/use-kept-draft";
import { ApiError, isStatus, messageOf } from "@/lib/client/api-error";
import { newIdempotencyKey } from "@/lib/client/idempotency";
import { type KeptDraft, saveStoredDraft } from "@/lib/client/stored-drafts";
import type { BroadcastSingle } from "@/lib/contract/app-config-broadcasts";
import { meQuery } from "@/lib/queries/auth";
import { createBroadcastMutation, saveBroadcastMutation } from "@/lib/queries/broadcasts";
import { type BroadcastDraft, draftFrom, EMPTY, problemsIn, toFields } from "./broadcast-draft";

/** Stored notification that the form started from; null for a new one. */
type Base = { id: string; version: number; draft: BroadcastDraft } | null;
const NONE: Problems = {};
const keptName = (id = "new") => `broadcast:${id}`;

const baseOf = (broadcast: BroadcastSingle | null): Base =>
  broadcast && { id: broadcast.id, version: broadcast.version, draft: draftFrom(broadcast) };

/**
 * Manages the form of a notification. It shows the stored notification until the user types. Another admin's change then becomes
 * a conflict at the next save. Typed text survives a conflict and a browser crash.
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
    if (isCreated && me) saveStoredDraft(me.email, keptName(base?.id), { ...now, at: Date.now() });
  });
  // An upload may complete after the first save. The new notification's page then offers the change.
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

  /** Returns the idempotency key. A retry of the same text after a lost response keeps it; another text gets another key. */
  const keyOf = (sent: BroadcastDraft) => {
    if (!attempt.current || !isSame(attempt.current.sent, sent)) attempt.current = { sent, key: newIdempotencyKey() };
    return attempt.current.key;
  };

  /** @returns the stored notification; null if the save failed; the error is then on screen */
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
      // Keeps what was typed since the request, as unsaved changes. A new notification is locked until its page opens.
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
    /** True once a new notification is being saved: its own page, with another form, will replace this one. */
    isMoving: isCreated || create.isPending,
    kept,
    /** The other admin's version after a conflict; null if there is none. */
    theirs,
    base: base?.draft ?? EMPTY,
    change: (patch: Partial<BroadcastDraft>) => {
      setDraft((now) => ({ ...now, ...patch }));
      // Clears the errors of the changed fields.
      setProblems((all) =>
        Object.fromEntries(
          Object.entries(all).filter(([path]) => !Object.keys(patch).some((each) => path.startsWith(each))),
        ),
      );
    },
    restore: (offer: KeptDraft) => {
      // Restores the version at which typing began as well, so that saves since then become a conflict.
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
