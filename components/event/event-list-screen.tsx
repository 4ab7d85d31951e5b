"use client";

import { useQuery } from "@tanstack/react-query";
import { CalendarDays, Plus } from "lucide-react";
import { ExportButton } from "@/components/common/export/export-button";
import { DataTable } from "@/components/common/table/data-table";
import type { Facet } from "@/components/common/table/facet";
import { ButtonLink } from "@/components/ui/button-link";
import { hasSearchOrFilters, toApiInput } from "@/lib/client/list-params";
import { useListParams } from "@/lib/client/use-list-params";
import { EVENT_LIST } from "@/lib/contract/event.values";
import { LGA_OPTIONS } from "@/lib/contract/lgas.values";
import { recordUrl } from "@/lib/contract/records";
import { routes } from "@/lib/contract/routes";
import { eventListQuery, exportEvents } from "@/lib/queries/event";
import { eventCategoriesQuery } from "@/lib/queries/event-set-up";
import { useExportAccess } from "@/lib/queries/exports";
import { useAccess } from "@/lib/queries/rp";
import { EVENT_COLUMNS } from "./event-columns";

import { EVENTS_URL } from "./event-urls";
import { EVENT_STATE_OPTIONS } from "./event-words";

/** Lists all events, from drafts to past ones. */
export function EventListScreen() {
  const list = useListParams(EVENT_LIST);
  const input = toApiInput(list.state);
  const query = useQuery(eventListQuery(input));
  const categories = useQuery(eventCategoriesQuery()).data ?? [];
  const mayCreate = useAccess(routes.event.create);
  const exportAccess = useExportAccess(routes.event.export);
  const facets: Facet[] = [
    { kind: "choices", key: "state", label: "Status", options: EVENT_STATE_OPTIONS },
    {
      kind: "choices",
      key: "category",
      label: "Category",
      single: true,
      options: categories.map(({ id, name }) => ({ value: id, label: name })),
    },
    { kind: "days", from: "from", to: "to", label: "Takes place", ahead: true },
    { kind: "choices", key: "lga", label: "LGA", single: true, options: LGA_OPTIONS },
  ];
  return (
    <DataTable
      label="Events"
      columns={EVENT_COLUMNS}
      query={query}
      list={list}
      rowId={(row) => row.id}
      rowHref={(row) => recordUrl("event", row.id)}
      searchLabel="Search by title, venue or organiser"
      facets={facets}
      actions={
        <>
          {exportAccess && (
            <ExportButton
              {...exportAccess}
              what={["event", "events"]}
              list={query.data}
              filtered={hasSearchOrFilters(list.state)}
              create={(format) => exportEvents(input, format)}
            />
          )}
          <ButtonLink href="?view=calendar">
            <CalendarDays aria-hidden="true" /> Calendar
          </ButtonLink>
          {mayCreate && (
            <ButtonLink href={`${EVENTS_URL}/new`} variant="primary">
              <Plus aria-hidden="true" /> New event
            </ButtonLink>
          )}
        </>
      }
      empty={{ text: "Events with tickets for citizens appear here. Create the first one." }}
    />
  );
}
