import "server-only";
import { and, eq, sql } from "drizzle-orm";
import type { TicketState } from "@/lib/contract/event.values";
import { refuse } from "@/lib/server/api/errors";
import { refuseWhileChangeWaits } from "@/lib/server/approvals/waiting-requests";
import type { Transaction } from "@/lib/server/db/client";
import { events, tickets } from "@/lib/server/db/schema/event";
import { conflictMessage, rejectStaleVersion } from "@/lib/server/records/version";
import { emitTicketWebhooks } from "@/lib/server/webhooks/record-events";
import { TICKET_RECORD_TYPE, type TicketRecord } from "./record";
import type { EventRecord } from "./state";
import { readTicketDetails } from "./ticket-single";

type TicketVersion = { ticketId: string; version: number };

const NOT_VALID_MESSAGES: Record<Exclude<TicketState, "valid">, string> = {
  checked_in: "This ticket is checked in. Undo the check-in first.",
  refunded: "This ticket is refunded already.",
  void: "This ticket is void already.",
};

/** Returns a ticket and its event without locking them. @throws 404 */
export async function ticketWithEvent(
  tx: Transaction,
  ticketId: string,
): Promise<{ ticket: TicketRecord; event: EventRecord }> {
  const [found] = await tx
    .select({ ticket: tickets, event: events })
    .from(tickets)
    .innerJoin(events, eq(events.id, tickets.eventId))
    .where(eq(tickets.id, ticketId));
  if (!found) throw refuse.notFound("ticket");
  return found;
}

/**
 * Returns a ticket and its event if the ticket is valid and unchanged since the form was loaded. Does not lock them, so the update must
 * check again (`changeValidTicket`).
 * @throws 404; 409 with the current ticket if it is not valid, has changed, or has a pending refund request
 */
export async function requireValidTicket(tx: Transaction, { ticketId, version }: TicketVersion) {
  const found = await ticketWithEvent(tx, ticketId);
  const current = () => readTicketDetails(tx, ticketId);
  const { state } = found.ticket;
  if (state !== "valid") throw refuse.conflict(NOT_VALID_MESSAGES[state], await current());
  await rejectStaleVersion("ticket", found.ticket, version, current);
  await refuseWhileChangeWaits(tx, TICKET_RECORD_TYPE, ticketId, current);
  return found;
}

/** Changes a ticket if it is still valid and has the given version. @throws 409 with the current ticket otherwise */
export async function changeValidTicket(
  tx: Transaction,
  { ticketId, version }: TicketVersion,
  values: Partial<typeof tickets.$inferInsert>,
): Promise<TicketRecord> {
  const [changed] = await tx
    .update(tickets)
    .set({ ...values, updatedAt: sql`clock_timestamp()`, version: sql`${tickets.version} + 1` })
    .where(and(eq(tickets.id, ticketId), eq(tickets.state, "valid"), eq(tickets.version, version)))
    .returning();
  if (!changed) throw refuse.conflict(conflictMessage("ticket"), await readTicketDetails(tx, ticketId));
  await emitTicketWebhooks(tx, [changed]);
  return changed;
}
