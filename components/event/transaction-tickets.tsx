"use client";

import { useQuery } from "@tanstack/react-query";
import { LoadFailed } from "@/components/common/states";
import { StatusBadge } from "@/components/common/status-badge";
import { Card, CardHeader } from "@/components/ui/card";
import { HoverLink } from "@/components/ui/hover-link";
import { recordUrl } from "@/lib/contract/records";
import { routes } from "@/lib/contract/routes";
import { formatCount } from "@/lib/format";
import { transactionTicketsQuery } from "@/lib/queries/event-tickets";
import { useAccess } from "@/lib/queries/rp";
import { TICKETS_URL } from "./event-urls";
import { formatTicketPrice } from "./event-words";

/** Shows on a transaction's page the tickets that it paid for. Renders nothing if there are none. */
export function TransactionTickets({ transactionId }: { transactionId: string }) {
  const mayRead = useAccess(routes.event.tickets);
  const { data, error, isFetching, refetch } = useQuery({
    ...transactionTicketsQuery(transactionId),
    enabled: mayRead,
  });
  // Shows an error if the request fails, because rendering nothing would mean that no tickets were bought.
  if (!data && error)
    return (
      <Card className="mb-5">
        <CardHeader title="Tickets" />
        <LoadFailed message={error.message} busy={isFetching} onRetry={refetch} />
      </Card>
    );
  if (!data || data.items.length === 0) return null;
  const [first] = data.items;
  return (
    <Card className="mb-5">
      <CardHeader
        title="Tickets"
        description={first?.event.title}
        actions={
          data.total > data.items.length && (
            <HoverLink
              href={`${TICKETS_URL}?transaction=${transactionId}`}
              className="rounded-sm font-semibold text-primary text-sm hover:underline"
            >
              All {formatCount(data.total)} tickets
            </HoverLink>
          )
        }
      />
      <ul className="divide-y divide-border border-t border-border text-sm">
        {data.items.map((ticket) => (
          <li key={ticket.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-5 py-2.5">
            <HoverLink
              href={recordUrl("ticket", ticket.id)}
              className="rounded-sm font-semibold text-primary hover:underline"
            >
              {ticket.reference}
            </HoverLink>
            <StatusBadge status={ticket.state} />
            <span className="min-w-0 grow">
              {ticket.type.name}, {ticket.holder.name}
            </span>
            <span className="tabular-nums">{formatTicketPrice(ticket.price)}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
