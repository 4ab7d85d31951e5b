import "server-only";
import { CODE_LENGTH, CODE_LETTERS, RESERVATION_MINUTES } from "@/lib/contract/event.values";
import { type Channel, feeOf } from "@/lib/contract/transaction.values";
import { HOUR, MINUTE } from "@/lib/server/db/seed/clock";
import { METHODS } from "@/lib/server/db/seed/methods";
import type { Person } from "@/lib/server/db/seed/people";
import { idOf, only, type Random, randomOf } from "@/lib/server/db/seed/random";
import { entryOf, FAILURES, type PastPayment, referenceFor } from "@/lib/server/db/seed/transactions";
import { hashOfCode } from "@/lib/server/event/ticket-code";
import { SENT } from "@/lib/server/transaction/insert-payment";
import { paymentPostings } from "@/lib/server/transaction/postings";
import { numberOf } from "@/lib/server/transaction/simulated-provider";
import {
  earliest,
  later,
  numberIn,
  type OrderRow,
  type PastEvent,
  type PastType,
  type Sale,
  type World,
} from "./model";

const NAIRA = 100;
/** The last order begins this long before the end of the sale, so that it is paid within its reservation. */
const MARGIN = 14 * MINUTE;
/** The app stops selling before the gate opens. */
const BEFORE_START = 2 * HOUR;

type Outcome = "paid" | "expired" | "failed" | "reserved";
type Draft = { at: Date; items: Sale["items"]; outcome: Outcome };

/** Creates orders for an event until each ticket type has sold the number in its story. */
export function sell(world: World, event: PastEvent): void {
  const random = randomOf(`sales ${event.index}`);
  const open = event.types.map((type) => ({ type, left: type.story.sold + (type.story.gone ?? 0) }));
  const buy = (draft: Draft) => void event.sales.push(saleOf(world, event, random, draft));
  while (open.some(({ left }) => left > 0)) {
    const first = only(
      open[
        weighted(
          random,
          open.map(({ left }) => left),
        )
      ],
    );
    const items = [{ type: first.type, quantity: some(random, first) }];
    const others = open.filter((each) => each !== first && each.left > 0 && !each.type.story.sales);
    if (!first.type.story.sales && others.length && random.chance(0.12)) {
      const second = random.pick(others);
      items.push({ type: second.type, quantity: some(random, second) });
    }
    for (const { type, quantity } of items) only(open.find((each) => each.type === type)).left -= quantity;
    buy({ at: momentIn(random, saleWindow(world, event, first.type)), items, outcome: "paid" });
  }
  const { expired = 0, failed = 0, waiting = 0 } = event.story.unpaid ?? {};
  const paid = event.types.filter(({ story }) => story.price > 0 && !story.hidden);
  const outcomes = [
    ["expired", expired],
    ["failed", failed],
    ["reserved", waiting],
  ] as const;
  for (const [outcome, count] of outcomes)
    for (let n = 0; n < count; n++) {
      const type = outcome === "reserved" ? only(paid.find((each) => !each.story.sales)) : random.pick(paid);
      const at =
        outcome === "reserved" ? later(world.now, -4 * MINUTE) : momentIn(random, saleWindow(world, event, type));
      buy({ at, items: [{ type, quantity: outcome === "reserved" ? 2 : random.whole(1, 3) }], outcome });
    }
}

const weighted = (random: Random, weights: readonly number[]) =>
  Number(random.weighted(Object.fromEntries(weights.map((weight, index) => [String(index), weight]))));

/** Picks a quantity, most often two, within the limits of the type and the remaining tickets. */
function some(random: Random, { type, left }: { type: PastType; left: number }): number {
  const wished = Number(random.weighted({ 1: 34, 2: 36, 3: 11, 4: 12, 5: 4, 6: 3 }));
  return Math.min(wished, left, type.row.maxPerOrder);
}

function saleWindow({ now }: World, { row }: PastEvent, { row: type }: PastType): [from: Date, until: Date] {
  const ends = [
    later(now, -MARGIN),
    later(only(row.startsAt ?? undefined), -BEFORE_START),
    row.cancelledAt,
    type.salesUntil,
  ];
  return [only(row.liveAt ?? undefined), later(earliest(...ends.filter((each) => each !== null)), -MARGIN)];
}

/** Picks a time of sale: many are in the first days, and many in the last. */
function momentIn(random: Random, [from, until]: [Date, Date]): Date {
  const part = random.chance(0.4) ? random.next() ** 2 : 1 - random.next() ** 1.8;
  return later(from, Math.floor((until.getTime() - from.getTime()) * part));
}

function saleOf(world: World, event: PastEvent, random: Random, { at, items, outcome }: Draft): Sale {
  const number = numberIn(event, event.sales.length);
  const id = idOf("event order", number);
  const total = items.reduce((sum, { type, quantity }) => sum + type.row.price * quantity, 0);
  const order: OrderRow = {
    id,
    reference: `ORD-${id.slice(-12).toUpperCase()}`,
    eventId: event.row.id,
    userId: "",
    state: outcome,
    total,
    quantity: items.reduce((sum, { quantity }) => sum + quantity, 0),
    expiresAt: later(at, RESERVATION_MINUTES * MINUTE),
    transactionId: null,
    createdAt: at,
    endedAt: null,
    version: outcome === "reserved" || total === 0 ? 1 : 2,
  };
  const { buyer, channel } = buyerOf(world, random, order);
  order.userId = buyer.id;
  const payment =
    total > 0 && (outcome === "paid" || outcome === "failed")
      ? pay(world, random, { number, order, channel, title: event.row.title })
      : null;
  order.transactionId = payment?.id ?? null;
  if (outcome !== "reserved")
    order.endedAt = outcome === "expired" ? later(order.expiresAt, 20_000) : (payment?.completedAt ?? at);
  const sale: Sale = { order, items, payment, tickets: [] };
  if (outcome === "paid") sale.tickets.push(...ticketsOf(event, sale));
  return sale;
}

const MOST_ASKED = 8;

/** Picks a citizen who had joined by then and can pay this way; if no wallet has enough, one who pays by card. */
function buyerOf({ people, wallets }: World, random: Random, { state, total, createdAt }: OrderRow) {
  const joined = people.findIndex(({ joinedAt }) => joinedAt > createdAt);
  const anybody = () => only(people[random.whole(0, (joined < 0 ? people.length : joined) - 1)]);
  const wished = random.weighted<Channel>({ wallet: 36, card: 36, bank_transfer: 20, ussd: 8 });
  const channel = wished === "ussd" && total > 100_000 * NAIRA ? "bank_transfer" : wished;
  if (channel !== "wallet" || state !== "paid" || total === 0)
    return { buyer: anybody(), channel: channel === "wallet" ? "card" : channel } as const;
  for (let asked = 0; asked < MOST_ASKED; asked++) {
    const buyer: Person = anybody();
    if (wallets.free(buyer.id, createdAt) >= total + 100 * NAIRA) return { buyer, channel };
  }
  return { buyer: anybody(), channel: "card" } as const;
}

type Due = { number: number; order: OrderRow; channel: Channel; title: string };

function pay({ payments, wallets }: World, random: Random, { number, order, channel, title }: Due): PastPayment {
  const method = only(METHODS.find((each) => each.channel === channel));
  const rule = { flat: method.feeFlat ?? 0, basis_points: method.feeBasisPoints ?? 0, cap: method.feeCap ?? null };
  const isOutside = channel !== "wallet";
  const id = idOf("ticket payment", number);
  const drawn = `TRX-${id.slice(-12).toUpperCase()}`;
  const reference = order.state === "failed" ? referenceFor(drawn, { channel, isPayout: false }, "failed") : drawn;
  const createdAt = later(order.createdAt, random.whole(20, 400) * 1_000);
  const completedAt = later(createdAt, isOutside ? random.whole(4, 90) * 1_000 : 0);
  const failureReason = order.state === "failed" ? random.pick(FAILURES) : null;
  const payment: PastPayment = {
    id,
    reference,
    userId: order.userId,
    counterpartyId: null,
    type: "ticket",
    channel,
    methodId: method.id,
    amount: order.total,
    fee: feeOf(rule, order.total),
    state: failureReason ? "failed" : "succeeded",
    refundedAmount: 0,
    refundOf: null,
    providerReference: isOutside ? numberOf(reference) : null,
    cardLast4: channel === "card" ? random.digits(4) : null,
    description: `Tickets: ${title} (${order.reference})`,
    failureReason,
    createdAt,
    completedAt,
  };
  payments.rows.push(payment);
  const told = { transactionId: id, from: null, kind: "attempt" };
  if (isOutside)
    payments.events.push(
      { ...told, at: createdAt, to: null, message: SENT },
      {
        ...told,
        at: completedAt,
        kind: "webhook",
        from: "pending",
        to: payment.state,
        message: failureReason ?? "Approved",
      },
    );
  else payments.events.push({ ...told, at: createdAt, to: payment.state, message: "Paid from the wallet" });
  if (failureReason) return payment;
  const postings = paymentPostings(payment);
  payments.entries.push(entryOf(payment, { id: idOf("ticket entry", number), at: completedAt, postings }));
  for (const { accountId, amount } of postings) wallets.move(accountId, completedAt, amount);
  return payment;
}

function ticketsOf(event: PastEvent, { order, items }: Sale) {
  const first = event.sales.reduce((sum, { tickets }) => sum + tickets.length, 0);
  const at = order.endedAt ?? order.createdAt;
  return items
    .flatMap(({ type, quantity }) => Array.from({ length: quantity }, () => type))
    .map(({ row }, nth) => {
      const number = numberIn(event, first + nth);
      const id = idOf("ticket", number);
      return {
        ...codeOf(`${number}`),
        id,
        reference: `TKT-${id.slice(-12).toUpperCase()}`,
        eventId: order.eventId,
        ticketTypeId: row.id,
        orderId: order.id,
        holderId: order.userId,
        price: row.price,
        state: "valid" as const,
        checkedInAt: null,
        checkedInBy: null,
        gate: "",
        refundId: null,
        reason: null,
        createdAt: at,
        updatedAt: at,
        version: 1,
      };
    });
}

/** Returns the same code at each load. It is no secret, as no data of the demo is. */
export function codeOf(key: string): { code: string; codeHash: string } {
  const random = randomOf(`ticket code ${key}`);
  const code = Array.from({ length: CODE_LENGTH }, () => random.pick([...CODE_LETTERS])).join("");
  return { code, codeHash: hashOfCode(code) };
}
