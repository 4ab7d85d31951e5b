import "server-only";
import { formatMoney } from "@/lib/format";
import { fullName } from "@/lib/server/api/context";
import { demoAdminId, demoAdminName } from "@/lib/server/db/seed/admins";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/lib/server/db/seed/clock";
import { assertDefined, createRandom, type SeedRandom, seedId } from "@/lib/server/db/seed/random";
import { refundPayment } from "@/lib/server/db/seed/transactions";
import { ticketRecordRef } from "@/lib/server/event/record";
import { requestedByMessage } from "@/lib/server/transaction/refund";
import {
  addMs,
  earliestDate,
  numberUniqueAcrossEvents,
  type PastEvent,
  type PastTicketOrder,
  type SalesData,
  type TicketRow,
} from "./model";
import { ticketCodeOf } from "./sales";

type SoldTicket = { ticket: TicketRow; sale: PastTicketOrder };

const CIVIC_ADMIN_ID = demoAdminId("civic");

/** Refunds, voids or transfers some tickets of an event, and checks tickets in. */
export function applyTicketChanges(salesData: SalesData, event: PastEvent): void {
  const random = createRandom(`course ${event.index}`);
  const soldTickets = random.shuffled(event.sales.flatMap((sale) => sale.tickets.map((ticket) => ({ ticket, sale }))));
  for (const { story, row } of event.types) {
    const ofType = soldTickets.filter(({ ticket }) => ticket.ticketTypeId === row.id);
    for (const one of ofType.slice(0, story.gone ?? 0)) {
      const at = pickTime(random, one.ticket.createdAt, lastChangeAt(salesData, event));
      if (row.price > 0 && random.chance(0.75))
        refundTicket(salesData, event, one, { at, reason: random.pick(REFUNDED) });
      else voidTicket(event, one, { at, reason: random.pick(VOIDED) });
    }
  }
  const valid = () => soldTickets.filter(({ ticket }) => ticket.state === "valid");
  for (const soldTicket of valid().slice(0, event.story.transferred ?? 0))
    transferTicket(
      salesData,
      event,
      soldTicket,
      pickTime(random, soldTicket.ticket.createdAt, lastChangeAt(salesData, event)),
    );
  for (const { ticket } of valid())
    if (random.chance(event.story.comes ?? 0)) checkInOne(salesData, event, ticket, random);
  addScanConflicts(salesData, event, random);
}

const REFUNDED = ["Can't come: ill", "Bought twice by mistake", "Has to work on that day", "Wrong ticket type"];
const VOIDED = ["Sold on at a higher price", "Given to somebody else by the organiser", "Test order of the organiser"];
const PASS_ON_TEXTS = ["A gift to a relative", "The buyer travels on that day", "Requested by phone, identity checked"];

/** Returns the latest time at which admins change tickets: the opening of the gates, but not in the future. */
function lastChangeAt({ now }: SalesData, { row }: PastEvent): Date {
  const gateOpensAt = addMs(assertDefined(row.startsAt ?? undefined), -HOUR_MS);
  return addMs(earliestDate(now, gateOpensAt, row.cancelledAt ?? now), -2 * MINUTE_MS);
}

const pickTime = (random: SeedRandom, from: Date, until: Date) =>
  addMs(from, Math.floor(Math.max(1_000, until.getTime() - from.getTime()) * random.between(0.05, 0.95)));

type TicketEnd = { at: Date; reason: string };

function refundTicket(salesData: SalesData, event: PastEvent, soldTicket: SoldTicket, { at, reason }: TicketEnd): void {
  const why = requestedByMessage(demoAdminName(CIVIC_ADMIN_ID), reason);
  const reference = refundTickets(salesData, soldTicket.sale, [soldTicket.ticket], {
    at,
    reason,
    by: CIVIC_ADMIN_ID,
    why,
  });
  addAuditRow(event, at, "event.refundTicket", soldTicket.ticket, {
    before: { state: "valid" },
    after: { state: "refunded", refund: reference, amount: formatMoney(soldTicket.ticket.price), reason },
  });
}

/**
 * Refunds the price of these tickets, which all belong to one order.
 * @returns the reference of the refund
 */
export function refundTickets(
  { payments, wallets }: SalesData,
  { payment, order }: PastTicketOrder,
  tickets: readonly TicketRow[],
  { at, reason, by, why }: TicketEnd & { by: string; why: string },
): string {
  const paid = assertDefined(payment ?? undefined);
  const number = payments.rows.length;
  const id = seedId("ticket refund", number);
  const reference = `RFD-${id.slice(-12).toUpperCase()}`;
  const amount = tickets.reduce((sum, { price }) => sum + price, 0);
  refundPayment(paid, { id, entryId: seedId("ticket refund entry", number), reference, amount, at, by, why }, payments);
  if (paid.channel === "wallet") wallets.move(order.userId, at, amount);
  for (const ticket of tickets) updateTicket(ticket, at, { state: "refunded", refundId: id, reason });
  return reference;
}

function voidTicket(event: PastEvent, { ticket }: SoldTicket, { at, reason }: TicketEnd): void {
  updateTicket(ticket, at, { state: "void", reason });
  addAuditRow(event, at, "event.voidTicket", ticket, { before: { state: "valid" }, after: { state: "void", reason } });
}

function transferTicket({ people }: SalesData, event: PastEvent, { ticket, sale }: SoldTicket, at: Date): void {
  const random = createRandom(`transfer ${ticket.id}`);
  const joined = people.filter(({ id, joinedAt }) => joinedAt < at && id !== sale.order.userId);
  const to = random.pick(joined);
  const from = assertDefined(people.find(({ id }) => id === ticket.holderId));
  updateTicket(ticket, at, { holderId: to.id, ...ticketCodeOf(`${ticket.id} passed on`) });
  addAuditRow(event, at, "event.transferTicket", ticket, {
    before: { holder: fullName(from), holder_id: from.id },
    after: { holder: fullName(to), holder_id: to.id, reason: random.pick(PASS_ON_TEXTS) },
  });
}

/** Changes a ticket's row, and sets its time of change and version accordingly. */
export function updateTicket(ticket: TicketRow, at: Date, values: Partial<TicketRow>): void {
  Object.assign(ticket, values, { updatedAt: at, version: (ticket.version ?? 1) + 1 });
}

const GATE_NAMES = ["Main gate", "Main gate", "Main gate", "Side gate", "Gate 2"] as const;

/** Checks a ticket in, mostly within half an hour of the event's start. At an event of several days, on any of its days. */
function checkInOne({ now }: SalesData, { row, story }: PastEvent, ticket: TicketRow, random: SeedRandom): void {
  const start = assertDefined(row.startsAt ?? undefined);
  const earlyMs = 45 * MINUTE_MS;
  const randomPosition = (random.next() + random.next() + random.next()) / 3;
  const dayOffset = story.hours > 24 ? random.whole(0, Math.floor(story.hours / 24) - 1) * DAY_MS : 0;
  const spanMs = story.hours > 24 ? 7 * HOUR_MS : Math.min(story.hours * HOUR_MS * 0.6, 3 * HOUR_MS);
  const at = addMs(start, Math.floor(dayOffset - earlyMs + randomPosition * (spanMs + earlyMs)));
  if (at > addMs(now, -MINUTE_MS) || at <= ticket.createdAt) return;
  const by = random.chance(0.7) ? CIVIC_ADMIN_ID : demoAdminId("support");
  updateTicket(ticket, at, { state: "checked_in", checkedInAt: at, checkedInBy: by, gate: random.pick(GATE_NAMES) });
}

/** Adds scans of admitted tickets by a second gate that was offline and admitted the same ticket. The server received these scans later. */
function addScanConflicts({ now }: SalesData, event: PastEvent, random: SeedRandom): void {
  const tickets = event.sales.flatMap((sale) => sale.tickets).filter(({ state }) => state === "checked_in");
  const conflictTickets = random.shuffled(tickets).slice(0, event.story.conflicts ?? 0);
  event.scans.push(
    ...conflictTickets.map((ticket, index) => {
      const firstScanAt = assertDefined(ticket.checkedInAt ?? undefined);
      return {
        id: seedId("ticket scan", numberUniqueAcrossEvents(event, index)),
        eventId: event.row.id,
        ticketId: ticket.id,
        result: "already_in" as const,
        letIn: true,
        gate: ticket.gate === "Side gate" ? "Gate 2" : "Side gate",
        adminId: demoAdminId("support"),
        scannedAt: earliestDate(now, addMs(firstScanAt, (index + 2) * MINUTE_MS)),
        receivedAt: earliestDate(now, addMs(firstScanAt, 18 * MINUTE_MS)),
      };
    }),
  );
}

type ActionValues = { before: Record<string, unknown> | null; after: Record<string, unknown> };

const addAuditRow = (event: PastEvent, at: Date, action: string, ticket: TicketRow, changed: ActionValues) =>
  void event.actions.push({ at, adminId: CIVIC_ADMIN_ID, action, record: ticketRecordRef(ticket), ...changed });
