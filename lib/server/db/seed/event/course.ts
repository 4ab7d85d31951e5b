import "server-only";
import { formatMoney } from "@/lib/format";
import { fullName } from "@/lib/server/api/context";
import { adminId, adminName } from "@/lib/server/db/seed/admins";
import { DAY, HOUR, MINUTE } from "@/lib/server/db/seed/clock";
import { idOf, only, type Random, randomOf } from "@/lib/server/db/seed/random";
import { giveBack } from "@/lib/server/db/seed/transactions";
import { ticketRecord } from "@/lib/server/event/record";
import { requestedByMessage } from "@/lib/server/transaction/refund";
import { earliest, later, numberIn, type PastEvent, type Sale, type TicketRow, type World } from "./model";
import { codeOf } from "./sales";

/** A ticket and the sale it belongs to. */
type Sold = { ticket: TicketRow; sale: Sale };

const CIVIC = adminId("civic");

/** Refunds, voids or transfers some tickets of an event, and checks holders in. */
export function live(world: World, event: PastEvent): void {
  const random = randomOf(`course ${event.index}`);
  const sold = random.shuffled(event.sales.flatMap((sale) => sale.tickets.map((ticket) => ({ ticket, sale }))));
  for (const { story, row } of event.types) {
    const ofType = sold.filter(({ ticket }) => ticket.ticketTypeId === row.id);
    for (const one of ofType.slice(0, story.gone ?? 0)) {
      const at = between(random, one.ticket.createdAt, overAt(world, event));
      if (row.price > 0 && random.chance(0.75)) refund(world, event, one, { at, reason: random.pick(REFUNDED) });
      else endAsVoid(event, one, { at, reason: random.pick(VOIDED) });
    }
  }
  const valid = () => sold.filter(({ ticket }) => ticket.state === "valid");
  for (const one of valid().slice(0, event.story.transferred ?? 0))
    transfer(world, event, one, between(random, one.ticket.createdAt, overAt(world, event)));
  for (const { ticket } of valid()) if (random.chance(event.story.comes ?? 0)) arrive(world, event, ticket, random);
  conflict(world, event, random);
}

const REFUNDED = ["Can't come: ill", "Bought twice by mistake", "Has to work on that day", "Wrong ticket type"];
const VOIDED = ["Sold on at a higher price", "Given to somebody else by the organiser", "Test order of the organiser"];
const PASSED_ON = ["A gift to a relative", "The buyer travels on that day", "Requested by phone, identity checked"];

/** Returns the time after which admins change no more tickets: before the gate opens, and not in the future. */
function overAt({ now }: World, { row }: PastEvent): Date {
  const gate = later(only(row.startsAt ?? undefined), -HOUR);
  return later(earliest(now, gate, row.cancelledAt ?? now), -2 * MINUTE);
}

const between = (random: Random, from: Date, until: Date) =>
  later(from, Math.floor(Math.max(1_000, until.getTime() - from.getTime()) * random.between(0.05, 0.95)));

type End = { at: Date; reason: string };

function refund(world: World, event: PastEvent, one: Sold, { at, reason }: End): void {
  const why = requestedByMessage(adminName(CIVIC), reason);
  const reference = moneyBack(world, one.sale, [one.ticket], { at, reason, by: CIVIC, why });
  act(event, at, "event.refundTicket", one.ticket, {
    before: { state: "valid" },
    after: { state: "refunded", refund: reference, amount: formatMoney(one.ticket.price), reason },
  });
}

/**
 * Refunds the price of these tickets, all of one sale.
 * @returns the reference of the refund
 */
export function moneyBack(
  { payments, wallets }: World,
  { payment, order }: Sale,
  tickets: readonly TicketRow[],
  { at, reason, by, why }: End & { by: string; why: string },
): string {
  const paid = only(payment ?? undefined);
  const number = payments.rows.length;
  const id = idOf("ticket refund", number);
  const reference = `RFD-${id.slice(-12).toUpperCase()}`;
  const amount = tickets.reduce((sum, { price }) => sum + price, 0);
  giveBack(paid, { id, entryId: idOf("ticket refund entry", number), reference, amount, at, by, why }, payments);
  if (paid.channel === "wallet") wallets.move(order.userId, at, amount);
  for (const ticket of tickets) change(ticket, at, { state: "refunded", refundId: id, reason });
  return reference;
}

function endAsVoid(event: PastEvent, { ticket }: Sold, { at, reason }: End): void {
  change(ticket, at, { state: "void", reason });
  act(event, at, "event.voidTicket", ticket, { before: { state: "valid" }, after: { state: "void", reason } });
}

function transfer({ people }: World, event: PastEvent, { ticket, sale }: Sold, at: Date): void {
  const random = randomOf(`transfer ${ticket.id}`);
  const joined = people.filter(({ id, joinedAt }) => joinedAt < at && id !== sale.order.userId);
  const to = random.pick(joined);
  const from = only(people.find(({ id }) => id === ticket.holderId));
  change(ticket, at, { holderId: to.id, ...codeOf(`${ticket.id} passed on`) });
  act(event, at, "event.transferTicket", ticket, {
    before: { holder: fullName(from), holder_id: from.id },
    after: { holder: fullName(to), holder_id: to.id, reason: random.pick(PASSED_ON) },
  });
}

export function change(ticket: TicketRow, at: Date, values: Partial<TicketRow>): void {
  Object.assign(ticket, values, { updatedAt: at, version: (ticket.version ?? 1) + 1 });
}

const GATES = ["Main gate", "Main gate", "Main gate", "Side gate", "Gate 2"] as const;

/** Checks a ticket in, mostly within half an hour of the start, or on any day of the event. Not in the future. */
function arrive({ now }: World, { row, story }: PastEvent, ticket: TicketRow, random: Random): void {
  const start = only(row.startsAt ?? undefined);
  const early = 45 * MINUTE;
  const spread = (random.next() + random.next() + random.next()) / 3;
  const sway = story.hours > 24 ? random.whole(0, Math.floor(story.hours / 24) - 1) * DAY : 0;
  const span = story.hours > 24 ? 7 * HOUR : Math.min(story.hours * HOUR * 0.6, 3 * HOUR);
  const at = later(start, Math.floor(sway - early + spread * (span + early)));
  if (at > later(now, -MINUTE) || at <= ticket.createdAt) return;
  const by = random.chance(0.7) ? CIVIC : adminId("support");
  change(ticket, at, { state: "checked_in", checkedInAt: at, checkedInBy: by, gate: random.pick(GATES) });
}

/** Adds scans by a second, offline gate that let the same ticket in minutes later; they were received when it was online. */
function conflict({ now }: World, event: PastEvent, random: Random): void {
  const tickets = event.sales.flatMap((sale) => sale.tickets).filter(({ state }) => state === "checked_in");
  const some = random.shuffled(tickets).slice(0, event.story.conflicts ?? 0);
  event.scans.push(
    ...some.map((ticket, nth) => {
      const first = only(ticket.checkedInAt ?? undefined);
      return {
        id: idOf("ticket scan", numberIn(event, nth)),
        eventId: event.row.id,
        ticketId: ticket.id,
        result: "already_in" as const,
        letIn: true,
        gate: ticket.gate === "Side gate" ? "Gate 2" : "Side gate",
        adminId: adminId("support"),
        scannedAt: earliest(now, later(first, (nth + 2) * MINUTE)),
        receivedAt: earliest(now, later(first, 18 * MINUTE)),
      };
    }),
  );
}

type Changed = { before: Record<string, unknown> | null; after: Record<string, unknown> };

const act = (event: PastEvent, at: Date, action: string, ticket: TicketRow, changed: Changed) =>
  void event.actions.push({ at, adminId: CIVIC, action, record: ticketRecord(ticket), ...changed });
