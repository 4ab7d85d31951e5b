import "server-only";
import type { z } from "zod";
import type { ticketReason } from "@/lib/contract/event-tickets";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { changeValidTicket, validTicket } from "./change-ticket";
import { ticketRecord } from "./record";
import { returnSeatsOf, tellVoid } from "./return-tickets";
import { ticketSingle } from "./ticket-single";

/**
 * Makes a valid ticket void, without money back; its seat can be sold again and its holder is told.
 * @throws 404; 409 with the ticket when it is not valid, has changed, its refund waits for approval, or its event is
 * cancelled
 */
export async function voidTicket({ tx, audit }: WriteContext, input: z.output<typeof ticketReason>) {
  const { ticket, event } = await validTicket(tx, input);
  // Its refund is under way: voided by hand, its holder would get nothing back.
  if (event.state === "cancelled")
    throw refuse.conflict(
      "This event is cancelled, so its tickets are refunded or voided automatically. See the event's page.",
      await ticketSingle(tx, ticket.id),
    );
  const gone = await changeValidTicket(tx, input, { state: "void", reason: input.reason });
  await returnSeatsOf(tx, [gone]);
  await tellVoid(tx, gone, event);
  audit({
    record: ticketRecord(gone),
    before: { state: ticket.state },
    after: { state: gone.state, reason: input.reason },
  });
  return ticketSingle(tx, gone.id);
}
