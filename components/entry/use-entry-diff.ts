"use client";

import { useQuery } from "@tanstack/react-query";
import type { EntryKind } from "@/lib/contract/entries.values";
import type { AnyDraft } from "@/lib/contract/entries-drafts";
import { audienceGroupsQuery, entryImagesQuery } from "@/lib/queries/entries";
import { draftFieldsOf } from "./entry-diff";
import { imageIdsOf } from "./entry-draft";
import type { EntryLanguage } from "./entry-language-select";

/** Returns the fields in which drafts of an entry can differ, and a lookup of the drafts' pictures. */
export function useEntryDiff(kind: EntryKind, drafts: readonly AnyDraft[], languages: readonly EntryLanguage[]) {
  const groups = useQuery({ ...audienceGroupsQuery(kind), enabled: kind === "announcements" });
  const images = useQuery(entryImagesQuery(kind, [...new Set(drafts.flatMap(imageIdsOf))].slice(0, 60)));
  return {
    fields: draftFieldsOf(
      kind,
      drafts,
      languages,
      (groupId) => groups.data?.items.find(({ id }) => id === groupId)?.name ?? "A group",
    ),
    imageOf: (imageId: string) => images.data?.items.find(({ id }) => id === imageId),
  };
}
