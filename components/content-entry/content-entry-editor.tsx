"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { ContentEntryPreview } from "@/lib/contract/content-entries";
import type { ContentEntryKind } from "@/lib/contract/content-entries.values";
import { contentEntryQuery } from "@/lib/queries/content-entries";
import type { ContentEntryFieldsProps } from "./content-entry-fields-props";
import { ContentEntrySkeleton } from "./content-entry-skeleton";
import { ContentEntryWorkspace } from "./content-entry-workspace";

export type ContentEntryEditorProps<K extends ContentEntryKind> = {
  kind: K;
  entryId: string;
  /** Name of the content entry and link to its list. Without `back`, the editor is embedded in another page. */
  words?: { one?: string; back?: { href: string; label: string } };
  /** Renders the fields in the left column. */
  fields: (props: ContentEntryFieldsProps<K>) => ReactNode;
  /** Replaces the default phone preview of title, picture and text. */
  preview?: (options: { preview: ContentEntryPreview; theme: "light" | "dark" }) => ReactNode;
};

/** Renders the editor of one content entry: draft, preview, versions and history. */
export function ContentEntryEditor<K extends ContentEntryKind>(props: ContentEntryEditorProps<K>) {
  const { data, refetch } = useQuery({
    ...contentEntryQuery(props.kind, props.entryId),
    throwOnError: (_, query) => !query.state.data,
  });
  return data ? (
    <ContentEntryWorkspace key={data.id} {...props} entry={data} onClock={refetch} />
  ) : (
    <ContentEntrySkeleton />
  );
}
