import type { Metadata } from "next";
import { TicketScreen } from "@/components/event/ticket-screen";
import { guard, Prefetched } from "@/components/shell/prefetched";
import { ticketQuery } from "@/lib/queries/event-tickets";

export const metadata: Metadata = { title: "Ticket" };

export default async function TicketPage({
  params,
}: PageProps<"/dashboard/event-management/events/tickets/[ticketId]">) {
  await guard("event");
  const { ticketId } = await params;
  return (
    <Prefetched required={ticketQuery(ticketId)}>
      <TicketScreen ticketId={ticketId} />
    </Prefetched>
  );
}
