"use client";

import { useQuery } from "@tanstack/react-query";
import { ContentEntryOrderEditor } from "@/components/content-entry/content-entry-order";
import { ContentEntryStateBadge } from "@/components/content-entry/content-entry-state";
import { useRefetchAtNextChange } from "@/components/content-entry/use-refetch-at-next-change";
import type { ContentEntryRow } from "@/lib/contract/content-entries";
import { orderedContentEntriesQuery } from "@/lib/queries/content-entries";

const NO_ENTRIES: readonly ContentEntryRow[] = [];

/** Edits the order of the FAQ's questions in the app. */
export function FaqOrderEditor() {
  const query = useQuery(orderedContentEntriesQuery("faq"));
  useRefetchAtNextChange(query.data ?? NO_ENTRIES, query.refetch);
  return (
    <ContentEntryOrderEditor
      kind="faq"
      query={query}
      label="Order of the questions"
      hint="Drag a question, move it with the keyboard, or type its position. A group is placed where its first question is."
      render={(entry) => (
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="min-w-0 font-medium">{entry.title || "No question yet"}</span>
          <span className="text-muted text-sm">{entry.faq_group}</span>
          <ContentEntryStateBadge entry={entry} />
        </span>
      )}
    />
  );
}
