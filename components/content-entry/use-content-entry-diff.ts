"use client";

import { useQuery } from "@tanstack/react-query";
import { imageIdsOf } from "@/components/record-editor/draft-values";
import type { ContentEntryKind } from "@/lib/contract/content-entries.values";
import type { AnyDraft } from "@/lib/contract/content-entries-drafts";
import { audienceGroupsQuery, contentEntryImagesQuery } from "@/lib/queries/content-entries";
import { draftFieldsOf } from "./content-entry-diff";
import type { ContentEntryLanguage } from "./content-entry-language-select";

/** Returns the fields in which drafts of a content entry can differ, and a lookup of the drafts' pictures. */
export function useContentEntryDiff(
  kind: ContentEntryKind,
  drafts: readonly AnyDraft[],
  languages: readonly ContentEntryLanguage[],
) {
  const groups = useQuery({ ...audienceGroupsQuery(kind), enabled: kind === "announcements" });
  const images = useQuery(contentEntryImagesQuery(kind, [...new Set(drafts.flatMap(imageIdsOf))].slice(0, 60)));
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
