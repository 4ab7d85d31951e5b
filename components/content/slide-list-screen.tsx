"use client";

import { useQuery } from "@tanstack/react-query";
import type { TableColumn } from "@/components/common/table/column";
import { DataTable } from "@/components/common/table/data-table";
import { CONTENT_ENTRY_COLUMNS } from "@/components/content-entry/content-entry-columns";
import { CONTENT_ENTRY_STATE_FACET } from "@/components/content-entry/content-entry-facets";
import { contentEntryUrl } from "@/components/content-entry/content-entry-kinds";
import { NewContentEntryButton } from "@/components/content-entry/new-content-entry-button";
import { useMissingLanguageFacet } from "@/components/content-entry/use-missing-facet";
import { useRefetchAtNextChange } from "@/components/content-entry/use-refetch-at-next-change";
import { formatBytes } from "@/components/record-editor/format-bytes";
import { toApiInput } from "@/lib/client/list-params";
import { useListParams } from "@/lib/client/use-list-params";
import type { ContentEntryRow } from "@/lib/contract/content-entries";
import { SLIDE_LIST } from "@/lib/contract/content-entries.values";
import { contentEntriesQuery } from "@/lib/queries/content-entries";

const NO_ENTRIES: readonly ContentEntryRow[] = [];

const IMAGE_SIZE_COLUMN: TableColumn<ContentEntryRow> = {
  id: "image_weight",
  header: "Weight",
  align: "end",
  cell: ({ image_weight }) =>
    image_weight === null ? <span className="text-muted">No picture</span> : formatBytes(image_weight),
};
const SLIDE_COLUMNS = [
  CONTENT_ENTRY_COLUMNS.title,
  CONTENT_ENTRY_COLUMNS.state,
  CONTENT_ENTRY_COLUMNS.when,
  CONTENT_ENTRY_COLUMNS.order,
  IMAGE_SIZE_COLUMN,
  CONTENT_ENTRY_COLUMNS.languages,
  CONTENT_ENTRY_COLUMNS.updated,
] as const;

/** Lists all slides of the app's home screen, by default in the order of the app. */
export function SlideListScreen() {
  const list = useListParams(SLIDE_LIST);
  const query = useQuery(contentEntriesQuery("slides", toApiInput(list.state)));
  const missing = useMissingLanguageFacet();
  useRefetchAtNextChange(query.data?.items ?? NO_ENTRIES, query.refetch);
  return (
    <DataTable
      label="Slides"
      columns={SLIDE_COLUMNS}
      query={query}
      list={list}
      rowId={(row) => row.id}
      rowHref={(row) => contentEntryUrl("slides", row.id)}
      searchLabel="Search by title"
      facets={[CONTENT_ENTRY_STATE_FACET, missing]}
      actions={<NewContentEntryButton kind="slides" />}
      empty={{ text: "Slides that you publish appear on the app's home screen within seconds." }}
    />
  );
}
