"use client";

import { useQuery } from "@tanstack/react-query";
import type { TableColumn } from "@/components/common/table/column";
import { DataTable } from "@/components/common/table/data-table";
import type { Facet } from "@/components/common/table/facet";
import { ENTRY_COLUMNS } from "@/components/entry/entry-columns";
import { ENTRY_STATE_FACET } from "@/components/entry/entry-facets";
import { entryUrl } from "@/components/entry/entry-kinds";
import { NewEntryButton } from "@/components/entry/new-entry-button";
import { useMissingLanguageFacet } from "@/components/entry/use-missing-facet";
import { useRefetchAtNextChange } from "@/components/entry/use-refetch-at-next-change";
import { Badge } from "@/components/ui/badge";
import { toApiInput } from "@/lib/client/list-params";
import { useListParams } from "@/lib/client/use-list-params";
import type { EntryRow } from "@/lib/contract/entries";
import { ARTICLE_LIST } from "@/lib/contract/entries.values";
import { LGA_OPTIONS } from "@/lib/contract/lgas.values";
import { entriesQuery } from "@/lib/queries/entries";

const NO_ENTRIES: readonly EntryRow[] = [];

const LGA_COLUMN: TableColumn<EntryRow> = { id: "lga", header: "LGA", cell: ({ lga }) => lga ?? "Whole state" };
const TAGS_COLUMN: TableColumn<EntryRow> = {
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
  ENTRY_COLUMNS.title,
  ENTRY_COLUMNS.state,
  LGA_COLUMN,
  TAGS_COLUMN,
  ENTRY_COLUMNS.when,
  ENTRY_COLUMNS.languages,
  ENTRY_COLUMNS.updated,
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
  const query = useQuery(entriesQuery("culture", toApiInput(list.state)));
  const missing = useMissingLanguageFacet();
  useRefetchAtNextChange(query.data?.items ?? NO_ENTRIES, query.refetch);
  return (
    <DataTable
      label="Articles"
      columns={ARTICLE_COLUMNS}
      query={query}
      list={list}
      rowId={(row) => row.id}
      rowHref={(row) => entryUrl("culture", row.id)}
      searchLabel="Search by title"
      facets={[ENTRY_STATE_FACET, LGA_FACET, TAG_FACET, missing]}
      actions={<NewEntryButton kind="culture" />}
      empty={{ text: "Articles that you publish appear in the app within seconds." }}
    />
  );
}
