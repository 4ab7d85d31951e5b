"use client";

import { type UseQueryResult, useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { EmptyListState, LoadFailed } from "@/components/common/states";
import { SortableList } from "@/components/common/table/sortable-list";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { toast } from "@/lib/client/toast";
import type { ContentEntryRow } from "@/lib/contract/content-entries";
import type { ContentEntryKind } from "@/lib/contract/content-entries.values";
import { orderContentEntriesMutation } from "@/lib/queries/content-entries";
import { useContentEntryRights } from "./use-content-entry-rights";

type ContentEntryOrderEditorProps = {
  kind: ContentEntryKind;
  query: UseQueryResult<ContentEntryRow[], Error>;
  label: string;
  hint: string;
  render: (entry: ContentEntryRow) => ReactNode;
};

/** Reorders all content entries of a kind by drag and drop. Each drop saves the order. */
export function ContentEntryOrderEditor({ kind, query, label, hint, render }: ContentEntryOrderEditorProps) {
  const rights = useContentEntryRights(kind);
  const order = useMutation(orderContentEntriesMutation(kind));
  const { data, error } = query;
  const saveOrder = (ids: string[]) => order.mutate(ids, { onError: (failure) => void toast.error(failure.message) });
  return (
    <Card className="p-5">
      <p className="mb-3 text-muted text-sm">
        {rights.update ? hint : "You can see the order, but not change it: that needs the right to update."}
      </p>
      {!data && !error && <Skeleton className="h-64" />}
      {!data && error && (
        <LoadFailed message={error.message} busy={query.isFetching} onRetry={() => void query.refetch()} />
      )}
      {data?.length === 0 && <EmptyListState>There is nothing to put in order yet.</EmptyListState>}
      {data && data.length > 0 && (
        <SortableList
          label={label}
          items={data}
          idOf={(entry) => entry.id}
          nameOf={(entry) => entry.title || "Untitled"}
          render={render}
          onOrder={saveOrder}
          disabled={!rights.update}
        />
      )}
    </Card>
  );
}
