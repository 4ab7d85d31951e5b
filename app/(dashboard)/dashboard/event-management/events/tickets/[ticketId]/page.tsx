import type { Metadata } from "next";
import { TicketScreen } from "@/components/event/ticket-screen";
import { PrefetchQueries, requireAccess } from "@/components/shell/prefetch-queries";
import { ticketQuery } from "@/lib/queries/event-tickets";

export const metadata: Metadata = { title: "Ticket" };

export default async function TicketPage({
  params,
}: PageProps<"/dashboard/event-management/events/tickets/[ticketId]">) {
  await requireAccess("event");
  const { ticketId } = await params;
  return (
    <PrefetchQueries required={ticketQuery(ticketId)}>
      <TicketScreen ticketId={ticketId} />
    </PrefetchQueries>
  );
}
