"use client";

import { useQuery } from "@tanstack/react-query";
import type { TableColumn } from "@/components/common/table/column";
import { DataTable } from "@/components/common/table/data-table";
import { ENTRY_COLUMNS } from "@/components/entry/entry-columns";
import { ENTRY_STATE_FACET } from "@/components/entry/entry-facets";
import { entryUrl } from "@/components/entry/entry-kinds";
import { formatBytes } from "@/components/entry/entry-words";
import { NewEntryButton } from "@/components/entry/new-entry-button";
import { useMissingLanguageFacet } from "@/components/entry/use-missing-facet";
import { useRefetchAtNextChange } from "@/components/entry/use-refetch-at-next-change";
import { toApiInput } from "@/lib/client/list-params";
import { useListParams } from "@/lib/client/use-list-params";
import type { EntryRow } from "@/lib/contract/entries";
import { SLIDE_LIST } from "@/lib/contract/entries.values";
import { entriesQuery } from "@/lib/queries/entries";

const NO_ENTRIES: readonly EntryRow[] = [];

const IMAGE_SIZE_COLUMN: TableColumn<EntryRow> = {
  id: "image_weight",
  header: "Weight",
  align: "end",
  cell: ({ image_weight }) =>
    image_weight === null ? <span className="text-muted">No picture</span> : formatBytes(image_weight),
};
const SLIDE_COLUMNS = [
  ENTRY_COLUMNS.title,
  ENTRY_COLUMNS.state,
  ENTRY_COLUMNS.when,
  ENTRY_COLUMNS.order,
  IMAGE_SIZE_COLUMN,
  ENTRY_COLUMNS.languages,
  ENTRY_COLUMNS.updated,
] as const;

/** Lists all slides of the app's home screen, by default in the order of the app. */
export function SlideListScreen() {
  const list = useListParams(SLIDE_LIST);
  const query = useQuery(entriesQuery("slides", toApiInput(list.state)));
  const missing = useMissingLanguageFacet();
  useRefetchAtNextChange(query.data?.items ?? NO_ENTRIES, query.refetch);
  return (
    <DataTable
      label="Slides"
      columns={SLIDE_COLUMNS}
      query={query}
      list={list}
      rowId={(row) => row.id}
      rowHref={(row) => entryUrl("slides", row.id)}
      searchLabel="Search by title"
      facets={[ENTRY_STATE_FACET, missing]}
      actions={<NewEntryButton kind="slides" />}
      empty={{ text: "Slides that you publish appear on the app's home screen within seconds." }}
    />
  );
}
