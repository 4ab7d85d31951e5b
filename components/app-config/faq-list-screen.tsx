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
import { toApiInput } from "@/lib/client/list-params";
import { useListParams } from "@/lib/client/use-list-params";
import type { ContentEntryRow } from "@/lib/contract/content-entries";
import { FAQ_QUESTION_LIST } from "@/lib/contract/content-entries.values";
import { formatCount, selectOptions } from "@/lib/format";
import { contentEntriesQuery, orderedContentEntriesQuery } from "@/lib/queries/content-entries";

const NO_ENTRIES: readonly ContentEntryRow[] = [];
const helpfulShare = ({ helpful, not_helpful }: ContentEntryRow) =>
  Math.round((100 * helpful) / (helpful + not_helpful));

const GROUP_COLUMN: TableColumn<ContentEntryRow> = {
  id: "faq_group",
  header: "Group",
  cell: ({ faq_group }) => faq_group || <span className="text-muted">No group yet</span>,
};
const HELPFUL_COLUMN: TableColumn<ContentEntryRow> = {
  id: "helpful",
  header: "Helpful",
  align: "end",
  cell: (row) =>
    row.helpful + row.not_helpful === 0 ? (
      <span className="text-muted">No votes</span>
    ) : (
      <span title={`${formatCount(row.helpful)} said yes, ${formatCount(row.not_helpful)} said no`}>
        {helpfulShare(row)}% of {formatCount(row.helpful + row.not_helpful)}
      </span>
    ),
};
const FAQ_COLUMNS = [
  { ...CONTENT_ENTRY_COLUMNS.title, header: "Question" },
  GROUP_COLUMN,
  CONTENT_ENTRY_COLUMNS.state,
  CONTENT_ENTRY_COLUMNS.order,
  HELPFUL_COLUMN,
  CONTENT_ENTRY_COLUMNS.languages,
  CONTENT_ENTRY_COLUMNS.updated,
] as const;

/** Lists all questions of the FAQ, by default in the order of the app. */
export function FaqListScreen() {
  const list = useListParams(FAQ_QUESTION_LIST);
  const query = useQuery(contentEntriesQuery("faq", toApiInput(list.state)));
  const missing = useMissingLanguageFacet();
  const { data: questions = NO_ENTRIES } = useQuery(orderedContentEntriesQuery("faq"));
  useRefetchAtNextChange(query.data?.items ?? NO_ENTRIES, query.refetch);
  const groups = [...new Set(questions.map(({ faq_group }) => faq_group).filter(Boolean))];
  const groupFacet: Facet = {
    kind: "choices",
    key: "group",
    label: "Group",
    single: true,
    options: selectOptions(groups, (group) => group),
  };
  return (
    <DataTable
      label="Questions"
      columns={FAQ_COLUMNS}
      query={query}
      list={list}
      rowId={(row) => row.id}
      rowHref={(row) => contentEntryUrl("faq", row.id)}
      searchLabel="Search questions"
      facets={[CONTENT_ENTRY_STATE_FACET, groupFacet, missing]}
      actions={<NewContentEntryButton kind="faq" />}
      empty={{ text: "Questions that you publish appear in the app's help within seconds." }}
    />
  );
}
