"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { EntryPreview } from "@/lib/contract/entries";
import type { EntryKind } from "@/lib/contract/entries.values";
import { entryQuery } from "@/lib/queries/entries";
import type { EntryFieldsProps } from "./entry-fields-props";
import { EntrySkeleton } from "./entry-skeleton";
import { EntryWorkspace } from "./entry-workspace";

export type EntryEditorProps<K extends EntryKind> = {
  kind: K;
  entryId: string;
  /** Name of the entry and link to its list. Without `back`, the editor is embedded in another page. */
  words?: { one?: string; back?: { href: string; label: string } };
  /** Renders the fields in the left column. */
  fields: (props: EntryFieldsProps<K>) => ReactNode;
  /** Replaces the default phone preview of title, picture and text. */
  preview?: (options: { preview: EntryPreview; theme: "light" | "dark" }) => ReactNode;
};

/** Renders the editor of one content entry: draft, preview, versions and history. */
export function EntryEditor<K extends EntryKind>(props: EntryEditorProps<K>) {
  const { data, refetch } = useQuery({
    ...entryQuery(props.kind, props.entryId),
    throwOnError: (_, query) => !query.state.data,
  });
  return data ? <EntryWorkspace key={data.id} {...props} entry={data} onClock={refetch} /> : <EntrySkeleton />;
}
