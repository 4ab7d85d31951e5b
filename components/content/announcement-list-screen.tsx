"use client";

import { useQuery } from "@tanstack/react-query";
import { CalendarDays } from "lucide-react";
import type { TableColumn } from "@/components/common/table/column";
import { DataTable } from "@/components/common/table/data-table";
import type { Facet } from "@/components/common/table/facet";
import { CONTENT_ENTRY_COLUMNS } from "@/components/content-entry/content-entry-columns";
import { CONTENT_ENTRY_STATE_FACET } from "@/components/content-entry/content-entry-facets";
import { contentEntryUrl } from "@/components/content-entry/content-entry-kinds";
import { NewContentEntryButton } from "@/components/content-entry/new-content-entry-button";
import { useRefetchAtNextChange } from "@/components/content-entry/use-refetch-at-next-change";
import { ButtonLink } from "@/components/ui/button-link";
import { toApiInput } from "@/lib/client/list-params";
import { useListParams } from "@/lib/client/use-list-params";
import type { ContentEntryRow } from "@/lib/contract/content-entries";
import { ANNOUNCEMENT_LIST } from "@/lib/contract/content-entries.values";
import { formatCount } from "@/lib/format";
import { contentEntriesQuery } from "@/lib/queries/content-entries";

const AUDIENCE_COLUMN: TableColumn<ContentEntryRow> = {
  id: "audience",
  header: "Audience",
  cell: ({ audience, groups }) =>
    audience === "groups" ? (
      <span className="block truncate md:max-w-48" title={groups.map(({ name }) => name).join(", ")}>
        {groups.map(({ name }) => name).join(", ") || "No group yet"}
      </span>
    ) : (
      "Everybody"
    ),
};
const READS_COLUMN: TableColumn<ContentEntryRow> = {
  id: "reads",
  header: "Read by",
  align: "end",
  cell: ({ reads }) => formatCount(reads),
};

const ANNOUNCEMENT_COLUMNS = [
  CONTENT_ENTRY_COLUMNS.title,
  CONTENT_ENTRY_COLUMNS.state,
  AUDIENCE_COLUMN,
  CONTENT_ENTRY_COLUMNS.when,
  READS_COLUMN,
  CONTENT_ENTRY_COLUMNS.updated,
] as const;

const FACETS: readonly Facet[] = [
  CONTENT_ENTRY_STATE_FACET,
  {
    kind: "choices",
    key: "audience",
    label: "Audience",
    single: true,
    options: [
      { value: "everybody", label: "Everybody" },
      { value: "groups", label: "Groups" },
    ],
  },
];

/** Lists all announcements, each with the state that the app shows now. */
export function AnnouncementListScreen() {
  const list = useListParams(ANNOUNCEMENT_LIST);
  const query = useQuery(contentEntriesQuery("announcements", toApiInput(list.state)));
  useRefetchAtNextChange(query.data?.items ?? NO_ENTRIES, query.refetch);
  return (
    <DataTable
      label="Announcements"
      columns={ANNOUNCEMENT_COLUMNS}
      query={query}
      list={list}
      rowId={(row) => row.id}
      rowHref={(row) => contentEntryUrl("announcements", row.id)}
      searchLabel="Search by title"
      facets={FACETS}
      actions={
        <>
          <ButtonLink href="?view=calendar">
            <CalendarDays aria-hidden="true" /> Calendar
          </ButtonLink>
          <NewContentEntryButton kind="announcements" />
        </>
      }
      empty={{ text: "Announcements that you publish appear in the app within seconds." }}
    />
  );
}

const NO_ENTRIES: readonly ContentEntryRow[] = [];
