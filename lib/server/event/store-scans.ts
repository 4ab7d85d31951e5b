import "server-only";
import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { v5 as uuidOf } from "uuid";
import type { ScanResult } from "@/lib/contract/event.values";
import type { ScanAnswer, TicketScan } from "@/lib/contract/event-gate";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import type { Transaction } from "@/lib/server/db/client";
import { events, ticketScans, tickets } from "@/lib/server/db/schema/event";
import { emitTicketWebhooks } from "@/lib/server/webhooks/record-events";
import { countsAfterScan } from "./read-gate";
import { eventRecordRef, ticketRecordRef } from "./record";
import { gateTicketOf, readScannedTickets, type ScannedTicket, scanResultOf } from "./scan-result";
import type { EventRecord } from "./state";

type ScanBatch = { eventId: string; gate: string; scans: TicketScan[]; sent_at?: string };
type ScanRecord = typeof ticketScans.$inferSelect;

/**
 * Stores a gate's scans in their order: one online scan, or those queued while offline. A repeated scan gets its first response. If two offline gates
 * admit the same ticket, the scan received first is the check-in, whatever the gates' clocks say; the other scan is listed as a conflict. A stored
 * check-in is never reverted.
 * @throws 404; 400 if a scan has the id of another event's scan
 */
export async function storeScans(
  { tx, admin, audit }: WriteContext,
  { eventId, scans, gate: typedGate, sent_at }: ScanBatch,
) {
  const gate = typedGate.trim();
  const locked = await lockTickets(tx, scans);
  const event = await lockEventForScan(tx, eventId);
  const storedById = await findStoredScans(tx, event, scans);
  // Also loads the tickets of repeated scans by id. A transfer may have changed their code, and thus the hash, since the first scan.
  const idsOfRepeats = [...storedById.values()].flatMap(({ ticketId }) => ticketId ?? []);
  const found = await readScannedTickets(tx, [...locked.map(({ id }) => id), ...idsOfRepeats]);
  const byId = new Map(found.map((ticket) => [ticket.id, ticket]));
  const byHash = new Map(found.map((ticket) => [ticket.codeHash, ticket]));

  const now = new Date();
  const newScans = new Map<string, typeof ticketScans.$inferInsert & { result: ScanResult }>();
  const admitted: ScannedTicket[] = [];
  const answers = scans.map((scan): ScanAnswer => {
    const rowId = scanRowIdOf(scan, storedById);
    const stored = storedById.get(rowId) ?? newScans.get(rowId);
    const ticket = stored ? byId.get(stored.ticketId ?? "") : byHash.get(scan.hash);
    const result = stored?.result ?? scanResultOf(event, ticket);
    if (!stored) {
      const scannedAt = scanTimeOf(scan, now, sent_at);
      const row = { id: rowId, eventId, ticketId: ticket?.id ?? null, result, letIn: scan.let_in };
      newScans.set(rowId, { ...row, gate, adminId: admin.id, scannedAt, receivedAt: now });
      if (ticket && result === "checked_in") {
        // Marks the loaded ticket as checked in, because this batch may contain a second scan of the same ticket.
        Object.assign(ticket, { state: result, gate, by: admin, checkedInAt: scannedAt });
        admitted.push(ticket);
      }
    }
    return { id: scan.id, result, ticket: ticket ? gateTicketOf(ticket, eventId) : null };
  });

  await checkInAll(tx, admitted, { gate, adminId: admin.id });
  if (newScans.size) await tx.insert(ticketScans).values([...newScans.values()]);
  for (const ticket of admitted)
    audit({
      record: ticketRecordRef(ticket),
      before: { state: "valid" },
      after: { state: "checked_in", gate, checked_in_at: ticket.checkedInAt?.toISOString() },
    });
  for (const { ticketId, result, letIn } of newScans.values()) {
    if (result === "checked_in") continue;
    const ticket = byId.get(ticketId ?? "");
    const record = ticket ? ticketRecordRef(ticket) : eventRecordRef(event);
    audit({ record, after: { gate }, refusal: `${REFUSAL_MESSAGES[result]}${letIn ? ADMITTED_NOTE : ""}` });
  }
  if (!newScans.size) audit({ record: eventRecordRef(event), after: { gate, repeated: scans.length } });
  const conflicts = [...newScans.values()].filter(({ letIn, result }) => letIn && result !== "checked_in").length;
  return { answers, counts: await countsAfterScan(tx, eventId, { admitted, conflicts }) };
}

/** Locks tickets in the order of their ids, so that gates with the same tickets wait for each other and never deadlock. */
const lockTickets = (tx: Transaction, scans: readonly TicketScan[]) =>
  tx
    .select({ id: tickets.id })
    .from(tickets)
    .where(
      inArray(
        tickets.codeHash,
        scans.map(({ hash }) => hash),
      ),
    )
    .orderBy(asc(tickets.id))
    .for("no key update");

/** Locks the event until the transaction ends, so that nobody is admitted during a cancellation. @throws 404 */
export async function lockEventForScan(tx: Transaction, eventId: string): Promise<EventRecord> {
  const [event] = await tx.select().from(events).where(eq(events.id, eventId)).for("share");
  if (!event) throw refuse.notFound("event");
  return event;
}

/**
 * Returns the id of an additional row for a refused scan. The row lists the scan as a conflict, because the offline gate had admitted the
 * visitor before the refusal arrived. The id is derived from the scan's id, so that repeated requests add no rows.
 */
const offlineAdmissionId = (scanId: string) => uuidOf("let in", scanId);

/** Returns the stored rows of repeated scans, by id. */
async function findStoredScans(tx: Transaction, event: EventRecord, scans: readonly TicketScan[]) {
  const ids = scans.flatMap(({ id }) => [id, offlineAdmissionId(id)]);
  const rows = await tx.select().from(ticketScans).where(inArray(ticketScans.id, ids));
  if (rows.some(({ eventId }) => eventId !== event.id))
    throw refuse.badInput("A scan has the id of a scan at another event. Make a new id for each scan.", {
      scans: "Make a new id for each scan.",
    });
  return new Map(rows.map((row) => [row.id, row]));
}

function scanRowIdOf(scan: TicketScan, storedById: ReadonlyMap<string, ScanRecord>): string {
  const first = storedById.get(scan.id);
  const isLateAdmission = scan.let_in && first && !first.letIn && first.result !== "checked_in";
  return isLateAdmission ? offlineAdmissionId(scan.id) : scan.id;
}

const WEEK_MS = 7 * 86_400_000;
/** Maximum network delay in ms. A larger difference from `sent_at` means that the gate's clock is wrong. */
const MAX_NETWORK_DELAY_MS = 20_000;

/**
 * Returns the time of a scan: now for an online scan; for an offline scan the gate's time, corrected by `sent_at` if its clock is wrong.
 * Never in the future, and at most a week ago, because gates keep scans for a week.
 */
function scanTimeOf({ scanned_at, let_in }: TicketScan, now: Date, sentAt?: string): Date {
  if (!let_in) return now;
  const clockError = sentAt ? now.getTime() - Date.parse(sentAt) : 0;
  const at = Date.parse(scanned_at) + (Math.abs(clockError) > MAX_NETWORK_DELAY_MS ? clockError : 0);
  return new Date(Math.min(now.getTime(), Math.max(now.getTime() - WEEK_MS, at)));
}

/** Checks in all admitted tickets in one statement. Each row must change, because the tickets are locked and valid. */
async function checkInAll(tx: Transaction, admitted: ScannedTicket[], by: { gate: string; adminId: string }) {
  if (!admitted.length) return;
  const at = sql.join(
    admitted.map(({ id, checkedInAt }) => sql`(${id}::uuid, ${checkedInAt}::timestamptz)`),
    sql`, `,
  );
  const changed = await tx
    .update(tickets)
    .set({
      state: "checked_in",
      checkedInAt: sql`(select at from (values ${at}) as scanned (id, at) where scanned.id = tickets.id)`,
      checkedInBy: by.adminId,
      gate: by.gate,
      updatedAt: sql`clock_timestamp()`,
      version: sql`${tickets.version} + 1`,
    })
    .where(
      and(
        inArray(
          tickets.id,
          admitted.map(({ id }) => id),
        ),
        eq(tickets.state, "valid"),
      ),
    )
    .returning();
  if (changed.length !== admitted.length) throw new Error("A locked ticket changed.");
  await emitTicketWebhooks(tx, changed);
}

/** Refusal messages for the audit trail, by scan result. */
const REFUSAL_MESSAGES: Record<Exclude<ScanResult, "checked_in">, string> = {
  already_in: "The ticket was checked in already.",
  refunded: "The ticket was refunded.",
  void: "The ticket is void.",
  other_event: "The ticket is for another event.",
  unknown: "Unknown ticket: no ticket has this code.",
  not_open: "Tickets of this event can't be checked in now.",
};
const ADMITTED_NOTE = " The gate had let the person in without a network.";
