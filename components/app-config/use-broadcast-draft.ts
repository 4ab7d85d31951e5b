"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { type DraftCheckResult, useRecordDraft } from "@/components/record-editor/use-record-draft";
import { saveStoredDraft } from "@/lib/client/stored-drafts";
import type { BroadcastWithFigures } from "@/lib/contract/app-config-broadcasts";
import { meQuery } from "@/lib/queries/auth";
import { createBroadcastMutation, saveBroadcastMutation } from "@/lib/queries/broadcasts";
import { type BroadcastDraft, draftFromBroadcast, validateBroadcastDraft } from "./broadcast-draft";

const keptDraftName = (id = "new") => `broadcast:${id}`;

/** Manages the form of a notification. @param broadcast null for a new notification */
export function useBroadcastDraft(broadcast: BroadcastWithFigures | null) {
  const { data: me } = useQuery(meQuery());
  const create = useMutation(createBroadcastMutation());
  const update = useMutation(saveBroadcastMutation());
  const form = useRecordDraft({
    record: broadcast,
    name: keptDraftName(broadcast?.id),
    draftFrom: draftFromBroadcast,
    check: (draft): DraftCheckResult<BroadcastDraft> => {
      const problems = validateBroadcastDraft(draft);
      return Object.keys(problems).length > 0 ? { problems } : { values: draft };
    },
    save: (draft, { record, version }, idempotencyKey) =>
      record
        ? update.mutateAsync({ broadcastId: record.id, version, ...draft })
        : create.mutateAsync({ ...draft, idempotencyKey }),
    repeatsErrors: true,
    isStrict: true,
  });
  const { draft, dirty, stored } = form;
  const created = broadcast ? null : stored;
  const keepForPage = useEffectEvent(() => {
    if (!created || !me) return;
    const kept = { at: Date.now(), version: created.version, draft, base: form.base };
    saveStoredDraft(me.email, keptDraftName(created.id), kept);
  });
  // Stores changes made after the first save, such as by a late upload, as a draft. The notification's own page then offers to restore
  // them.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever the draft changes
  useEffect(() => {
    if (dirty) keepForPage();
  }, [draft, dirty]);
  return {
    ...form,
    /** True while a new notification is being saved, and until its own page with a new form replaces this form. */
    isReplacedByPage: created !== null || create.isPending,
  };
}
