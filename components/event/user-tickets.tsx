"use client";

import { useQuery } from "@tanstack/react-query";
import { DataTable } from "@/components/common/table/data-table";
import { toApiInput } from "@/lib/client/list-params";
import { useListParams } from "@/lib/client/use-list-params";
import { USER_TICKET_LIST } from "@/lib/contract/event.values";
import { recordUrl } from "@/lib/contract/records";
import { ticketListQuery } from "@/lib/queries/event-tickets";

import { TICKET_COLUMNS, TICKET_FACETS } from "./ticket-columns";

const USER_TICKET_COLUMNS = TICKET_COLUMNS.filter(({ id }) => id !== "holder");

/** Lists the tickets of one user, on the user's page. */
export function UserTickets({ userId }: { userId: string }) {
  const list = useListParams(USER_TICKET_LIST);
  const query = useQuery(ticketListQuery({ ...toApiInput(list.state), holder: userId }));
  return (
    <DataTable
      label="Tickets of this user"
      columns={USER_TICKET_COLUMNS}
      query={query}
      list={list}
      rowId={(row) => row.id}
      rowHref={(row) => recordUrl("ticket", row.id)}
      searchLabel="Search by ticket or order"
      facets={TICKET_FACETS}
      empty={{ text: "Tickets that they hold appear here." }}
    />
  );
}
