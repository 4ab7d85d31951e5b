"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ExportButton } from "@/components/common/export/export-button";
import { DataTable } from "@/components/common/table/data-table";
import { type Facet, linkOnlyFacet } from "@/components/common/table/facet";
import { ButtonLink } from "@/components/ui/button-link";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import { hasSearchOrFilters, toApiInput } from "@/lib/client/list-params";
import { useListParams } from "@/lib/client/use-list-params";
import { TICKET_LIST } from "@/lib/contract/event.values";
import { recordUrl } from "@/lib/contract/records";
import { routes } from "@/lib/contract/routes";
import { eventQuery } from "@/lib/queries/event";
import { exportTickets, ticketListQuery } from "@/lib/queries/event-tickets";
import { useExportAccess } from "@/lib/queries/exports";

import { TICKET_COLUMNS, TICKET_FACETS } from "./ticket-columns";

const TicketEventFilterPanel = lazyWithPreload(() => import("./ticket-event-panel"), "TicketEventFilterPanel");

/** Lists all sold tickets, newest first. */
export function TicketListScreen() {
  const list = useListParams(TICKET_LIST);
  const input = toApiInput(list.state);
  const query = useQuery(ticketListQuery(input));
  const client = useQueryClient();
  const exportAccess = useExportAccess(routes.event.exportTickets);
  const rows = query.data?.items ?? [];
  const { event, type, holder, transaction } = list.state.filters;
  // Takes the event's name from the cache, which the event's page fills, because an empty list does not contain it.
  const known = event ? client.getQueryData(eventQuery(event).queryKey) : undefined;
  const eventName = rows.find((row) => row.event.id === event)?.event.title ?? known?.title;
  const typeName =
    rows.find((row) => row.type.id === type)?.type.name ?? known?.ticket_types.find(({ id }) => id === type)?.name;
  const holderName = rows.find((row) => row.holder.id === holder)?.holder.name;
  const facets: Facet[] = [
    {
      kind: "own",
      keys: ["event"],
      label: "Event",
      summary: (filters) => (filters.event ? `Event: ${eventName ?? "one event"}` : ""),
      panel: (props) => <TicketEventFilterPanel {...props} />,
    },
    ...TICKET_FACETS,
    ...(type ? [linkOnlyFacet("type", "Type", type, typeName ?? "One type")] : []),
    ...(holder ? [linkOnlyFacet("holder", "Holder", holder, holderName ?? "One holder")] : []),
    ...(transaction ? [linkOnlyFacet("transaction", "Payment", transaction, "One payment")] : []),
  ];
  return (
    <DataTable
      label="Tickets"
      columns={TICKET_COLUMNS}
      query={query}
      list={list}
      rowId={(row) => row.id}
      rowHref={(row) => recordUrl("ticket", row.id)}
      searchLabel="Search by ticket, order, code or person"
      facets={facets}
      actions={
        exportAccess && (
          <ExportButton
            {...exportAccess}
            what={["ticket", "tickets"]}
            list={query.data}
            filtered={hasSearchOrFilters(list.state)}
            create={(format) => exportTickets({ ...input, until: query.data?.until }, format)}
          />
        )
      }
      empty={{
        text: "Tickets that citizens buy in the app appear here.",
        action: <ButtonLink href="/dashboard/event-management/events">Events</ButtonLink>,
      }}
    />
  );
}
