import type { Metadata } from "next";
import { TicketListScreen } from "@/components/event/ticket-list-screen";
import { PrefetchQueries, requireAccess } from "@/components/shell/prefetch-queries";
import { readListState } from "@/components/views/read-list-state";
import { toApiInput } from "@/lib/client/list-params";
import { TICKET_LIST } from "@/lib/contract/event.values";
import { ticketListQuery } from "@/lib/queries/event-tickets";

export const metadata: Metadata = { title: "Tickets" };

export default async function TicketsPage({ searchParams }: PageProps<"/dashboard/event-management/events/tickets">) {
  await requireAccess("event");
  const input = toApiInput(await readListState(TICKET_LIST, await searchParams));
  return (
    <PrefetchQueries queries={[ticketListQuery(input)]}>
      <TicketListScreen />
    </PrefetchQueries>
  );
}
