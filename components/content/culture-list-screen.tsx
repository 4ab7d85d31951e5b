"use client";

import { useQuery } from "@tanstack/react-query";
import type { TableColumn } from "@/components/common/table/column";
import { DataTable } from "@/components/common/table/data-table";
import type { Facet } from "@/components/common/table/facet";
import { CONTENT_ENTRY_COLUMNS } from "@/components/content-entry/content-entry-columns";
import { CONTENT_ENTRY_STATE_FACET } from "@/components/content-entry/content-entry-facets";
import { contentEntryUrl } from "@/components/content-entry/content-entry-kinds";
import { NewContentEntryButton } from "@/components/content-entry/new-content-entry-button";
import { useMissingLanguageFacet } from "@/components/content-entry/use-missing-facet";
import { useRefetchAtNextChange } from "@/components/content-entry/use-refetch-at-next-change";
import { Badge } from "@/components/ui/badge";
import { toApiInput } from "@/lib/client/list-params";
import { useListParams } from "@/lib/client/use-list-params";
import type { ContentEntryRow } from "@/lib/contract/content-entries";
import { ARTICLE_LIST } from "@/lib/contract/content-entries.values";
import { LGA_OPTIONS } from "@/lib/contract/lgas.values";
import { contentEntriesQuery } from "@/lib/queries/content-entries";

const NO_ENTRIES: readonly ContentEntryRow[] = [];

const LGA_COLUMN: TableColumn<ContentEntryRow> = { id: "lga", header: "LGA", cell: ({ lga }) => lga ?? "Whole state" };
const TAGS_COLUMN: TableColumn<ContentEntryRow> = {
  id: "tags",
  header: "Tags",
  cell: ({ tags }) => (
    <span className="flex max-w-56 flex-wrap gap-1">
      {tags.map((tag) => (
        <Badge key={tag}>{tag}</Badge>
      ))}
    </span>
  ),
};
const ARTICLE_COLUMNS = [
  CONTENT_ENTRY_COLUMNS.title,
  CONTENT_ENTRY_COLUMNS.state,
  LGA_COLUMN,
  TAGS_COLUMN,
  CONTENT_ENTRY_COLUMNS.when,
  CONTENT_ENTRY_COLUMNS.languages,
  CONTENT_ENTRY_COLUMNS.updated,
] as const;
const LGA_FACET: Facet = {
  kind: "choices",
  key: "lga",
  label: "LGA",
  single: true,
  options: LGA_OPTIONS,
};
const TAG_FACET: Facet = { kind: "text", key: "tag", label: "Tag", placeholder: "The whole tag, such as carnival" };

/** Lists all articles about the state's culture. */
export function CultureListScreen() {
  const list = useListParams(ARTICLE_LIST);
  const query = useQuery(contentEntriesQuery("culture", toApiInput(list.state)));
  const missing = useMissingLanguageFacet();
  useRefetchAtNextChange(query.data?.items ?? NO_ENTRIES, query.refetch);
  return (
    <DataTable
      label="Articles"
      columns={ARTICLE_COLUMNS}
      query={query}
      list={list}
      rowId={(row) => row.id}
      rowHref={(row) => contentEntryUrl("culture", row.id)}
      searchLabel="Search by title"
      facets={[CONTENT_ENTRY_STATE_FACET, LGA_FACET, TAG_FACET, missing]}
      actions={<NewContentEntryButton kind="culture" />}
      empty={{ text: "Articles that you publish appear in the app within seconds." }}
    />
  );
}
