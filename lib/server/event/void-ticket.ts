import "server-only";
import type { z } from "zod";
import type { ticketReasonInput } from "@/lib/contract/event-tickets";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { changeValidTicket, requireValidTicket } from "./change-ticket";
import { freeSeatsOfTickets, notifyTicketVoided } from "./end-tickets";
import { ticketRecordRef } from "./record";
import { readTicketDetails } from "./ticket-single";

/**
 * Voids a valid ticket without a refund, frees its seat and notifies its holder.
 * @throws 404; 409 with the current ticket if it is not valid, has changed, its refund waits for approval, or its event is cancelled
 */
export async function voidTicket({ tx, audit }: WriteContext, input: z.output<typeof ticketReasonInput>) {
  const { ticket, event } = await requireValidTicket(tx, input);
  // The cancellation refunds the ticket. If it were voided here, its holder would get no refund.
  if (event.state === "cancelled")
    throw refuse.conflict(
      "This event is cancelled, so its tickets are refunded or voided automatically. See the event's page.",
      await readTicketDetails(tx, ticket.id),
    );
  const voided = await changeValidTicket(tx, input, { state: "void", reason: input.reason });
  await freeSeatsOfTickets(tx, [voided]);
  await notifyTicketVoided(tx, voided, event);
  audit({
    record: ticketRecordRef(voided),
    before: { state: ticket.state },
    after: { state: voided.state, reason: input.reason },
  });
  return readTicketDetails(tx, voided.id);
}
