import "server-only";
import { and, eq, sql } from "drizzle-orm";
import type { TicketState } from "@/lib/contract/event.values";
import { refuse } from "@/lib/server/api/errors";
import { refuseWhileAwaiting } from "@/lib/server/approvals/awaiting";
import type { Transaction } from "@/lib/server/db/client";
import { events, tickets } from "@/lib/server/db/schema/event";
import { changedWords, refuseChanged } from "@/lib/server/records/version";
import { TICKET, type TicketRecord } from "./record";
import type { EventRecord } from "./state";
import { ticketSingle } from "./ticket-single";

type Asked = { ticketId: string; version: number };

const NOT_VALID: Record<Exclude<TicketState, "valid">, string> = {
  checked_in: "This ticket is checked in. Undo the check-in first.",
  refunded: "This ticket is refunded already.",
  void: "This ticket is void already.",
};

/** A ticket and its event, read without a lock. @throws 404 */
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
 * A valid ticket as the form showed it, and its event. The change itself has to ask again (`changeValidTicket`): nothing
 * is locked here.
 * @throws 404; 409 with the ticket as it is now when it is not valid any more, changed, or its refund waits for approval
 */
export async function validTicket(tx: Transaction, { ticketId, version }: Asked) {
  const found = await ticketWithEvent(tx, ticketId);
  const current = () => ticketSingle(tx, ticketId);
  const { state } = found.ticket;
  if (state !== "valid") throw refuse.conflict(NOT_VALID[state], await current());
  await refuseChanged("ticket", found.ticket, version, current);
  await refuseWhileAwaiting(tx, TICKET, ticketId, current);
  return found;
}

/** Changes a ticket that is still valid and as the form showed it. @throws 409 with the ticket as it is now */
export async function changeValidTicket(
  tx: Transaction,
  { ticketId, version }: Asked,
  values: Partial<typeof tickets.$inferInsert>,
): Promise<TicketRecord> {
  const [changed] = await tx
    .update(tickets)
    .set({ ...values, updatedAt: sql`clock_timestamp()`, version: sql`${tickets.version} + 1` })
    .where(and(eq(tickets.id, ticketId), eq(tickets.state, "valid"), eq(tickets.version, version)))
    .returning();
  if (!changed) throw refuse.conflict(changedWords("ticket"), await ticketSingle(tx, ticketId));
  return changed;
}
