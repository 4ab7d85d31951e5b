import { CopyableText } from "@/components/common/copyable-text";
import { DateTime } from "@/components/common/date-time";
import { FactList, type LabelledFact } from "@/components/common/fact-list";
import { StatusBadge } from "@/components/common/status-badge";
import { Card, CardHeader } from "@/components/ui/card";
import { HoverLink } from "@/components/ui/hover-link";
import type { TicketDetails } from "@/lib/contract/event-tickets";
import { recordUrl } from "@/lib/contract/records";
import { routes } from "@/lib/contract/routes";
import { adminLabel } from "@/lib/format";
import { useAccess } from "@/lib/queries/rp";
import { TICKETS_URL } from "./event-urls";
import { formatTicketPrice } from "./event-words";
import { TicketCodeEnding } from "./ticket-columns";

const linkCss = "rounded-sm text-primary hover:underline";

/** Links to a user's page, or to the user's tickets if the admin may not open the page. */
function PersonLink({ person }: { person: { id: string; name: string } }) {
  const mayOpen = useAccess(routes.user.single);
  return (
    <HoverLink href={mayOpen ? recordUrl("user", person.id) : `${TICKETS_URL}?holder=${person.id}`} className={linkCss}>
      {person.name}
    </HoverLink>
  );
}

/** Shows a payment's reference, as a link if the admin may open the payment. */
function PaymentLink({ payment }: { payment: { id: string; reference: string } }) {
  const mayOpen = useAccess(routes.transaction.single);
  if (!mayOpen) return payment.reference;
  return (
    <HoverLink href={recordUrl("transaction", payment.id)} className={linkCss}>
      {payment.reference}
    </HoverLink>
  );
}

/** Renders order, holder, payment and check-in of a ticket, with copy buttons. */
export function TicketFacts({ ticket }: { ticket: TicketDetails }) {
  const { event, holder, buyer, order, transaction, refund, check_in: checkIn } = ticket;
  const facts: LabelledFact[] = [
    [
      "Event",
      <span key="event" className="flex flex-wrap items-center gap-2">
        <HoverLink href={recordUrl("event", event.id)} className={linkCss}>
          {event.title}
        </HoverLink>
        <StatusBadge status={ticket.event_state} />
      </span>,
    ],
    event.starts_at !== null && ["Starts", <DateTime key="starts" at={event.starts_at} />],
    ticket.venue !== "" && ["Venue", ticket.venue],
    ["Type", ticket.type.name],
    ["Price", formatTicketPrice(ticket.price)],
    ["Code", <TicketCodeEnding key="code" end={ticket.code_end} />],
    ["Holder", <PersonLink key="holder" person={holder} />],
    ["Phone", <CopyableText key="phone" value={ticket.holder_phone} what="phone" />],
    ["Email", <CopyableText key="email" value={ticket.holder_email} what="email" />],
    buyer.id !== holder.id && ["Bought by", <PersonLink key="buyer" person={buyer} />],
    ["Order", <CopyableText key="order" value={order.reference} what="order number" />],
    transaction !== null && [
      "Payment",
      <span key="payment" className="flex flex-wrap items-center gap-2">
        <PaymentLink payment={transaction} />
        <StatusBadge status={transaction.state} />
      </span>,
    ],
    ["Sold", <DateTime key="sold" at={ticket.created_at} />],
    checkIn !== null && [
      "Checked in",
      <span key="in">
        <DateTime at={checkIn.at} />, {checkIn.gate}, by {adminLabel(checkIn.by)}
      </span>,
    ],
    refund !== null && ["Refund", <PaymentLink key="refund" payment={refund} />],
    ticket.reason !== null && ["Reason", ticket.reason],
  ];
  return (
    <Card>
      <CardHeader title="Details" />
      <div className="px-5 pb-5">
        <FactList facts={facts} />
      </div>
    </Card>
  );
}
