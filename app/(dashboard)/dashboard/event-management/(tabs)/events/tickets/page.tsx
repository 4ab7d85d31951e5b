import type { Metadata } from "next";
import { ticketListParams } from "@/components/event/ticket-list-params";
import { TicketListScreen } from "@/components/event/ticket-list-screen";
import { guard, Prefetched } from "@/components/shell/prefetched";
import { parseListParams, toApiInput } from "@/lib/client/list-params";
import { ticketListQuery } from "@/lib/queries/event-tickets";

export const metadata: Metadata = { title: "Tickets" };

export default async function TicketsPage({ searchParams }: PageProps<"/dashboard/event-management/events/tickets">) {
  await guard("event");
  const input = toApiInput(parseListParams(ticketListParams, await searchParams));
  return (
    <Prefetched queries={[ticketListQuery(input)]}>
      <TicketListScreen />
    </Prefetched>
  );
}
