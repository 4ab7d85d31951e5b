import "server-only";
import { eq } from "drizzle-orm";
import type { z } from "zod";
import type { ticketTransfer } from "@/lib/contract/event-tickets";
import { fullName, type WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { notifyCitizen } from "@/lib/server/citizen/notify-citizen";
import type { Transaction } from "@/lib/server/db/client";
import { users } from "@/lib/server/db/schema/user";
import { currentUserStatus } from "@/lib/server/user/status";
import { emitTicketWebhooks } from "@/lib/server/webhooks/record-events";
import { changeValidTicket, requireValidTicket } from "./change-ticket";
import { type TicketRecord, ticketRecordRef } from "./record";
import { type EventRecord, eventStateOf } from "./state";
import { createTicketCode } from "./ticket-code";
import { queueTicketMail } from "./ticket-mail";
import { readTicketDetails } from "./ticket-single";

type User = typeof users.$inferSelect;

/**
 * Transfers a valid ticket of a live event to another citizen. The ticket gets a new code, which makes the old one invalid. Notifies both
 * citizens and mails the ticket to the new holder.
 * @throws 404; 400 if the new holder already has this ticket, or is not active; 409 with the current ticket if it is not valid, has
 * changed, its refund is pending, or its event is not live
 */
export async function transferTicket({ tx, audit }: WriteContext, input: z.output<typeof ticketTransfer>) {
  const { ticket, event } = await requireValidTicket(tx, input);
  if (eventStateOf(event) !== "live")
    throw refuse.conflict(
      "Only tickets of live events can be transferred. This one is over or cancelled.",
      await readTicketDetails(tx, ticket.id),
    );
  const to = await lockNewHolder(tx, ticket, input.user_id);
  const [from] = await tx.select().from(users).where(eq(users.id, ticket.holderId));
  if (!from) throw new Error(`The holder of ticket ${ticket.id} vanished.`);
  const moved = await changeValidTicket(tx, input, { holderId: to.id, ...createTicketCode() });
  await emitTicketWebhooks(tx, [{ ...moved, holderId: from.id }]);
  await notifyBothHolders(tx, { ticket, event, from, to });
  audit({
    record: ticketRecordRef(ticket),
    before: { holder: fullName(from), holder_id: from.id },
    after: { holder: fullName(to), holder_id: to.id, reason: input.reason },
  });
  return readTicketDetails(tx, ticket.id);
}

/** Locks the new holder, so that closing the account waits for this transfer and then finds the ticket. */
async function lockNewHolder(tx: Transaction, { holderId }: TicketRecord, userId: string): Promise<User> {
  const fieldError = (message: string) => refuse.badInput(message, { user_id: message });
  if (userId === holderId) throw fieldError("This citizen holds the ticket already. Choose another.");
  const [user] = await tx.select().from(users).where(eq(users.id, userId)).for("no key update");
  if (!user) throw fieldError("This citizen does not exist. Choose another.");
  const status = currentUserStatus(user);
  if (status !== "active") throw fieldError(`This citizen's account is ${status}. Choose one who is active.`);
  return user;
}

async function notifyBothHolders(
  tx: Transaction,
  { ticket, event, from, to }: { ticket: TicketRecord; event: EventRecord; from: User; to: User },
) {
  const title = `Your ticket for ${event.title} was transferred`;
  const body = `It now belongs to ${fullName(to)}. The code that you have is no longer valid.`;
  await notifyCitizen(tx, from.id, {
    subject: title,
    text: `Your ticket ${ticket.reference} for ${event.title} was transferred. ${body}\n\nIf you did not ask for this, contact our support team.`,
    title,
    body,
    data: { category: "event", event_id: event.id },
  });
  const opening = `${fullName(from)}'s ticket for ${event.title} was transferred to you. It is attached as a PDF.`;
  await queueTicketMail(tx, { userId: to.id, ticketIds: [ticket.id], opening });
}
