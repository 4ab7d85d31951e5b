"use client";

import { useQuery } from "@tanstack/react-query";
import { EntryOrderEditor } from "@/components/entry/entry-order";
import { EntryStateBadge } from "@/components/entry/entry-state";
import { useRefetchAtNextChange } from "@/components/entry/use-refetch-at-next-change";
import type { EntryRow } from "@/lib/contract/entries";
import { orderedEntriesQuery } from "@/lib/queries/entries";

const NO_ENTRIES: readonly EntryRow[] = [];

/** Edits the order of the FAQ's questions in the app. */
export function FaqOrderEditor() {
  const query = useQuery(orderedEntriesQuery("faq"));
  useRefetchAtNextChange(query.data ?? NO_ENTRIES, query.refetch);
  return (
    <EntryOrderEditor
      kind="faq"
      query={query}
      label="Order of the questions"
      hint="Drag a question, move it with the keyboard, or type its position. A group is placed where its first question is."
      render={(entry) => (
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="min-w-0 font-medium">{entry.title || "No question yet"}</span>
          <span className="text-muted text-sm">{entry.faq_group}</span>
          <EntryStateBadge entry={entry} />
        </span>
      )}
    />
  );
}
