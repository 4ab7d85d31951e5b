"use client";

import { useMutation } from "@tanstack/react-query";
import type { EntrySingle } from "@/lib/contract/entries";
import type { EntryKind } from "@/lib/contract/entries.values";
import type { Drafts } from "@/lib/contract/entries-drafts";
import { saveEntryMutation } from "@/lib/queries/entries";
import { withLanguageTexts } from "./entry-draft";
import type { LanguageTextsOf } from "./entry-kinds";
import { useRecordDraft } from "./use-record-draft";

/** Manages the draft of an entry. Only the API validates drafts, because they may be incomplete until publication. */
export function useEntryDraft<K extends EntryKind>(kind: K, entry: EntrySingle) {
  const { mutateAsync } = useMutation(saveEntryMutation(kind));
  const { update, ...form } = useRecordDraft({
    record: entry,
    name: `${kind}:${entry.id}`,
    draftFrom: (stored) => stored.draft as Drafts[K],
    check: (draft) => ({ values: draft }),
    save: (draft, { version }) => mutateAsync({ entryId: entry.id, version, draft }),
    repeatsErrors: true,
  });
  return {
    ...form,
    /** Changes the draft. Pass a function for a later change, such as after an upload, so that it receives the current draft. */
    change: (patch: Partial<Drafts[K]> | ((draft: Drafts[K]) => Partial<Drafts[K]>)) =>
      update((draft) => ({ ...draft, ...(typeof patch === "function" ? patch(draft) : patch) })),
    changeText: (language: string, patch: Partial<LanguageTextsOf<K>>) =>
      update((draft) => withLanguageTexts(kind, draft, language, patch)),
  };
}
