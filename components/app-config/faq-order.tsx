"use client";

import { useQuery } from "@tanstack/react-query";
import { EntryOrder } from "@/components/entry/entry-order";
import { EntryState } from "@/components/entry/entry-state";
import { useNextChange } from "@/components/entry/use-next-change";
import type { EntryRow } from "@/lib/contract/entries";
import { orderedEntriesQuery } from "@/lib/queries/entries";

const NONE: readonly EntryRow[] = [];

/** Edits the order of the questions in the app. */
export function FaqOrder() {
  const query = useQuery(orderedEntriesQuery("faq"));
  useNextChange(query.data ?? NONE, query.refetch);
  return (
    <EntryOrder
      kind="faq"
      query={query}
      label="Order of the questions"
      hint="Drag a question, move it with the keyboard, or type its position. A group is placed where its first question is."
      render={(entry) => (
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="min-w-0 font-medium">{entry.title || "No question yet"}</span>
          <span className="text-muted text-sm">{entry.faq_group}</span>
          <EntryState entry={entry} />
        </span>
      )}
    />
  );
}
