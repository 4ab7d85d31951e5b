import "server-only";
import { and, eq, type SQL, sql } from "drizzle-orm";
import type { InputOf } from "@/lib/contract/common";
import { SCAN_CONFLICT_LIST } from "@/lib/contract/event.values";
import type { eventGateCalls, ScanConflict } from "@/lib/contract/event-gate";
import { fullName } from "@/lib/server/api/context";
import type { Queryable } from "@/lib/server/db/client";
import { admins } from "@/lib/server/db/schema/admin";
import { ticketScans, tickets, ticketTypes } from "@/lib/server/db/schema/event";
import { users } from "@/lib/server/db/schema/user";
import { countUpToCap, orderByClause, toPagedList } from "@/lib/server/lists/list";
import { hasArrivedBy, readListWindow } from "@/lib/server/lists/list-window";
import { hasUnindexedWords, parseSearchText } from "@/lib/server/lists/search-terms";
import { toAdminRef } from "@/lib/server/records/admin-record";
import { isScanConflict, loadEvent } from "./read-gate";

type ListInput = InputOf<typeof eventGateCalls.scanConflicts>;

/**
 * Lists scans by which offline gates admitted an invalid ticket. By default, the scans received last are first. `q` is a ticket's reference
 * or words of a gate's name. @throws 404
 */
export async function listScanConflicts(db: Queryable, input: ListInput) {
  await loadEvent(db, input.eventId);
  const matching = and(
    eq(ticketScans.eventId, input.eventId),
    isScanConflict,
    input.q?.trim() ? searchCondition(input.q) : undefined,
  );
  const where = and(matching, hasArrivedBy(ticketScans.receivedAt, input.until));
  const sort = input.sort ?? "-received_at";
  const rows = await selectConflicts(db)
    .where(where)
    .orderBy(orderByClause(sort, { received_at: [ticketScans.receivedAt] }, ticketScans.id))
    .limit(input.size)
    .offset(input.page * input.size);
  const items = rows.map(toScanConflict);
  const window = await readListWindow(db, SCAN_CONFLICT_LIST, { ...input, sort }, items, {
    table: ticketScans,
    at: ticketScans.receivedAt,
    where: () => matching,
  });
  return { ...toPagedList(input, items, await countUpToCap(db, ticketScans, where)), ...window };
}

function searchCondition(typed: string): SQL | undefined {
  const { references } = parseSearchText(typed, "TKT");
  return references
    ? sql`${ticketScans.ticketId} = (select id from tickets where reference = ${references[0]})`
    : hasUnindexedWords(ticketScans.gate, typed);
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

const toScanConflict = ({
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
  by: toAdminRef(by),
  scanned_at: scan.scannedAt.toISOString(),
  received_at: scan.receivedAt.toISOString(),
  first: ticket?.checkedInAt ? { at: ticket.checkedInAt.toISOString(), gate: ticket.gate } : null,
});
