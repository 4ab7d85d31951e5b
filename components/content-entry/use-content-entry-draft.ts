"use client";

import { useMutation } from "@tanstack/react-query";
import { useRecordDraft } from "@/components/record-editor/use-record-draft";
import type { ContentEntryDetails } from "@/lib/contract/content-entries";
import type { ContentEntryKind } from "@/lib/contract/content-entries.values";
import type { Drafts } from "@/lib/contract/content-entries-drafts";
import { saveContentEntryMutation } from "@/lib/queries/content-entries";
import type { LanguageTextsOf } from "./content-entry-kinds";
import { withLanguageTexts } from "./draft-texts";

/** Manages the draft of a content entry. Only the API validates drafts, because they may be incomplete until publication. */
export function useContentEntryDraft<K extends ContentEntryKind>(kind: K, entry: ContentEntryDetails) {
  const { mutateAsync } = useMutation(saveContentEntryMutation(kind));
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
