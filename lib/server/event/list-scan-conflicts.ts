import "server-only";
import { and, eq, sql } from "drizzle-orm";
import type { InputOf } from "@/lib/contract/common";
import type { eventGate, ScanConflict } from "@/lib/contract/event-gate";
import { fullName } from "@/lib/server/api/context";
import type { Queryable } from "@/lib/server/db/client";
import { admins } from "@/lib/server/db/schema/admin";
import { ticketScans, tickets, ticketTypes } from "@/lib/server/db/schema/event";
import { users } from "@/lib/server/db/schema/user";
import { answerOf, begins, cappedCount, orderOf } from "@/lib/server/lists/list";
import { adminRefOf } from "@/lib/server/records/admin-record";
import { gateEvent, isConflict } from "./read-gate";

type ListInput = InputOf<typeof eventGate.scanConflicts>;

/**
 * Whom offline gates let in who should have stayed outside, those that arrived last first unless told; `q` is the beginning
 * of a gate's name or a ticket's reference. @throws 404
 */
export async function listConflicts(db: Queryable, input: ListInput) {
  await gateEvent(db, input.eventId);
  const q = input.q?.trim();
  const ofTicket = sql`${ticketScans.ticketId} = (select id from tickets where reference = upper(${q}))`;
  const where = and(
    eq(ticketScans.eventId, input.eventId),
    isConflict,
    q ? sql`(${begins(ticketScans.gate, q)} or ${ofTicket})` : undefined,
  );
  const rows = await selectConflicts(db)
    .where(where)
    .orderBy(orderOf(input.sort ?? "-received_at", { received_at: [ticketScans.receivedAt] }, ticketScans.id))
    .limit(input.size)
    .offset(input.page * input.size);
  return answerOf(input, rows.map(toItem), await cappedCount(db, ticketScans, where));
}

const selectConflicts = (db: Queryable) =>
  db
    .select({
      scan: ticketScans,
      by: admins,
      ticket: {
        id: tickets.id,
        reference: tickets.reference,
        eventId: tickets.eventId,
        checkedInAt: tickets.checkedInAt,
        gate: tickets.gate,
      },
      type: ticketTypes.name,
      holder: { firstName: users.firstName, lastName: users.lastName },
    })
    .from(ticketScans)
    .innerJoin(admins, eq(admins.id, ticketScans.adminId))
    .leftJoin(tickets, eq(tickets.id, ticketScans.ticketId))
    .leftJoin(ticketTypes, eq(ticketTypes.id, tickets.ticketTypeId))
    .leftJoin(users, eq(users.id, tickets.holderId))
    .$dynamic();

const toItem = ({
  scan,
  by,
  ticket,
  type,
  holder,
}: Awaited<ReturnType<typeof selectConflicts>>[number]): ScanConflict => ({
  id: scan.id,
  result: scan.result,
  ticket:
    ticket && holder
      ? { id: ticket.id, reference: ticket.reference, holder: fullName(holder), type: type ?? "" }
      : null,
  gate: scan.gate,
  by: adminRefOf(by),
  scanned_at: scan.scannedAt.toISOString(),
  received_at: scan.receivedAt.toISOString(),
  first: ticket?.checkedInAt ? { at: ticket.checkedInAt.toISOString(), gate: ticket.gate } : null,
});
