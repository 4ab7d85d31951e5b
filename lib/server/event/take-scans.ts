import "server-only";
import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { v5 as uuidOf } from "uuid";
import type { ScanResult } from "@/lib/contract/event.values";
import type { Scan, ScanAnswer } from "@/lib/contract/event-gate";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import type { Transaction } from "@/lib/server/db/client";
import { events, ticketScans, tickets } from "@/lib/server/db/schema/event";
import { countsAfterScan } from "./read-gate";
import { eventRecord, ticketRecord } from "./record";
import { admittedOf, resultOf, type Scanned, scannedTickets } from "./scan-result";
import type { EventRecord } from "./state";

type Batch = { eventId: string; gate: string; scans: Scan[]; sent_at?: string };
type ScanRecord = typeof ticketScans.$inferSelect;

/**
 * Takes what a gate scanned, in its order: a scan at a time, or what was kept while the network was gone. A scan that is
 * sent again is answered as the first time. Of two gates that let the same ticket in while offline, the one whose scan
 * arrives first has the check-in, whatever their clocks say, since what was answered and counted is not taken back; the
 * other one is listed as a conflict.
 * @throws 404; 400 when a scan has the id of another event's
 */
export async function takeScans({ tx, admin, audit }: WriteContext, { eventId, scans, gate: typed, sent_at }: Batch) {
  const gate = typed.trim();
  const locked = await lockTickets(tx, scans);
  const event = await holdState(tx, eventId);
  const known = await knownScans(tx, event, scans);
  // Those of scans that were sent before too: a transfer may have changed their code since.
  const before = [...known.values()].flatMap(({ ticketId }) => ticketId ?? []);
  const found = await scannedTickets(tx, [...locked.map(({ id }) => id), ...before]);
  const byId = new Map(found.map((ticket) => [ticket.id, ticket]));
  const byHash = new Map(found.map((ticket) => [ticket.codeHash, ticket]));

  const now = new Date();
  const made = new Map<string, typeof ticketScans.$inferInsert & { result: ScanResult }>();
  const admitted: Scanned[] = [];
  const answers = scans.map((scan): ScanAnswer => {
    const rowId = rowIdOf(scan, known);
    const stored = known.get(rowId) ?? made.get(rowId);
    const ticket = stored ? byId.get(stored.ticketId ?? "") : byHash.get(scan.hash);
    const result = stored?.result ?? resultOf(event, ticket);
    if (!stored) {
      const scannedAt = timeOf(scan, now, sent_at);
      const row = { id: rowId, eventId, ticketId: ticket?.id ?? null, result, letIn: scan.let_in };
      made.set(rowId, { ...row, gate, adminId: admin.id, scannedAt, receivedAt: now });
      if (ticket && result === "checked_in") {
        // The next scan of the same ticket in this batch finds it so.
        Object.assign(ticket, { state: result, gate, by: admin, checkedInAt: scannedAt });
        admitted.push(ticket);
      }
    }
    return { id: scan.id, result, ticket: ticket ? admittedOf(ticket, eventId) : null };
  });

  await admit(tx, admitted, { gate, adminId: admin.id });
  if (made.size) await tx.insert(ticketScans).values([...made.values()]);
  for (const ticket of admitted)
    audit({
      record: ticketRecord(ticket),
      before: { state: "valid" },
      after: { state: "checked_in", gate, checked_in_at: ticket.checkedInAt?.toISOString() },
    });
  for (const { ticketId, result, letIn } of made.values()) {
    if (result === "checked_in") continue;
    const ticket = byId.get(ticketId ?? "");
    const record = ticket ? ticketRecord(ticket) : eventRecord(event);
    audit({ record, after: { gate }, refusal: `${REFUSALS[result]}${letIn ? LET_IN : ""}` });
  }
  if (!made.size) audit({ record: eventRecord(event), after: { gate, repeated: scans.length } });
  const conflicts = [...made.values()].filter(({ letIn, result }) => letIn && result !== "checked_in").length;
  return { answers, counts: await countsAfterScan(tx, eventId, { admitted, conflicts }) };
}

/** Always in the order of their ids: two gates with the same tickets wait for each other and never block each other. */
const lockTickets = (tx: Transaction, scans: readonly Scan[]) =>
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

/** The event, whose state stays until the transaction ends: nobody is let in while it is being cancelled. @throws 404 */
export async function holdState(tx: Transaction, eventId: string): Promise<EventRecord> {
  const [event] = await tx.select().from(events).where(eq(events.id, eventId)).for("share");
  if (!event) throw refuse.notFound("event");
  return event;
}

/**
 * The same scan once more: its answer was late, and the gate let them in by itself in the meantime. It has a row of its own where
 * the first one was refused, so that it is listed. Derived, so that it too counts once.
 */
const againAs = (scanId: string) => uuidOf("let in", scanId);

/** Rows of scans that were sent before, by their id. */
async function knownScans(tx: Transaction, event: EventRecord, scans: readonly Scan[]) {
  const ids = scans.flatMap(({ id }) => [id, againAs(id)]);
  const rows = await tx.select().from(ticketScans).where(inArray(ticketScans.id, ids));
  if (rows.some(({ eventId }) => eventId !== event.id))
    throw refuse.badInput("A scan has the id of a scan at another event. Make a new id for each scan.", {
      scans: "Make a new id for each scan.",
    });
  return new Map(rows.map((row) => [row.id, row]));
}

function rowIdOf(scan: Scan, known: ReadonlyMap<string, ScanRecord>): string {
  const first = known.get(scan.id);
  const isLetInAfterAll = scan.let_in && first && !first.letIn && first.result !== "checked_in";
  return isLetInAfterAll ? againAs(scan.id) : scan.id;
}

const WEEK_MS = 7 * 86_400_000;
/** Slower than that no answer comes: what `sent_at` differs by beyond it is the clock's fault. */
const LINE_MS = 20_000;

/**
 * When it was scanned. What is asked with the network was scanned now. What was kept is as old as the gate's clock says: by
 * its distance from `sent_at` where that clock is wrong; never later than now, nor longer ago than a gate keeps its scans.
 */
function timeOf({ scanned_at, let_in }: Scan, now: Date, sentAt?: string): Date {
  if (!let_in) return now;
  const wrong = sentAt ? now.getTime() - Date.parse(sentAt) : 0;
  const at = Date.parse(scanned_at) + (Math.abs(wrong) > LINE_MS ? wrong : 0);
  return new Date(Math.min(now.getTime(), Math.max(now.getTime() - WEEK_MS, at)));
}

/** All of them at once. They are locked and valid, so each has to change. */
async function admit(tx: Transaction, admitted: Scanned[], by: { gate: string; adminId: string }) {
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
    .returning({ id: tickets.id });
  if (changed.length !== admitted.length) throw new Error("A locked ticket changed.");
}

/** What the audit trail says of a scan that checked nobody in. */
const REFUSALS: Record<Exclude<ScanResult, "checked_in">, string> = {
  already_in: "The ticket was checked in already.",
  refunded: "The ticket was refunded.",
  void: "The ticket is void.",
  other_event: "The ticket is for another event.",
  unknown: "Unknown ticket: no ticket has this code.",
  not_open: "Tickets of this event can't be checked in now.",
};
const LET_IN = " The gate had let the person in without a network.";
