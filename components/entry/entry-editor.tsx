"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { EntryPreview } from "@/lib/contract/entries";
import type { EntryKind } from "@/lib/contract/entries.values";
import { entryQuery } from "@/lib/queries/entries";
import { EntryDesk } from "./entry-desk";
import type { EntryFieldsProps } from "./entry-fields-props";
import { EntrySkeleton } from "./entry-skeleton";

export type EntryEditorProps<K extends EntryKind> = {
  kind: K;
  entryId: string;
  /** How people call it, and where it is listed. Without `back` the editor stands below another page's head. */
  words?: { one?: string; back?: { href: string; label: string } };
  /** The left column. */
  fields: (props: EntryFieldsProps<K>) => ReactNode;
  /** In place of the phone that shows title, picture and text. */
  preview?: (shown: { preview: EntryPreview; theme: "light" | "dark" }) => ReactNode;
};

/** One entry: its draft, how the app will show it, its versions and what was done with it. */
export function EntryEditor<K extends EntryKind>(props: EntryEditorProps<K>) {
  const { data, refetch } = useQuery({
    ...entryQuery(props.kind, props.entryId),
    throwOnError: (_, query) => !query.state.data,
  });
  return data ? <EntryDesk key={data.id} {...props} entry={data} onClock={refetch} /> : <EntrySkeleton />;
}
