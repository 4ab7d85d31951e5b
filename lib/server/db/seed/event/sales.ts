import "server-only";
import { SEAT_RESERVATION_MINUTES, TICKET_CODE_ALPHABET, TICKET_CODE_LENGTH } from "@/lib/contract/event.values";
import { calculateFee, type PaymentChannel } from "@/lib/contract/transaction.values";
import { HOUR_MS, MINUTE_MS } from "@/lib/server/db/seed/clock";
import { DEMO_PAYMENT_METHODS } from "@/lib/server/db/seed/methods";
import type { DemoCitizen } from "@/lib/server/db/seed/people";
import { assertDefined, createRandom, type SeedRandom, seedId } from "@/lib/server/db/seed/random";
import {
  demoReferenceFor,
  ledgerEntryOf,
  PAYMENT_FAILURE_REASONS,
  type PastPayment,
} from "@/lib/server/db/seed/transactions";
import { hashOfCode } from "@/lib/server/event/ticket-code";
import { SENT_TO_PROVIDER_MESSAGE } from "@/lib/server/transaction/insert-payment";
import { paymentPostings } from "@/lib/server/transaction/postings";
import { simulatedProviderReference } from "@/lib/server/transaction/simulated-reference";
import {
  addMs,
  earliestDate,
  numberUniqueAcrossEvents,
  type OrderRow,
  type PastEvent,
  type PastTicketOrder,
  type PastTicketType,
  type SalesData,
} from "./model";

const NAIRA_KOBO = 100;
/** Minimum time in ms between the last order and the end of sales, so that the order can be paid before sales end. */
const PAY_MARGIN = 14 * MINUTE_MS;
/** Time in ms between the end of sales and the start of the event. The gates open after sales have ended. */
const SALE_END_BEFORE_MS = 2 * HOUR_MS;

type OrderOutcome = "paid" | "expired" | "failed" | "reserved";
type SaleDraft = { at: Date; items: PastTicketOrder["items"]; outcome: OrderOutcome };

/** Creates orders for an event until each ticket type has sold the number of tickets that the event's story defines. */
export function sellTickets(salesData: SalesData, event: PastEvent): void {
  const random = createRandom(`sales ${event.index}`);
  const openTypes = event.types.map((type) => ({ type, left: type.story.sold + (type.story.gone ?? 0) }));
  const addSale = (draft: SaleDraft) => void event.sales.push(saleOf(salesData, event, random, draft));
  while (openTypes.some(({ left }) => left > 0)) {
    const first = assertDefined(
      openTypes[
        weightedIndex(
          random,
          openTypes.map(({ left }) => left),
        )
      ],
    );
    const items = [{ type: first.type, quantity: pickQuantity(random, first) }];
    const otherTypes = openTypes.filter((each) => each !== first && each.left > 0 && !each.type.story.sales);
    if (!first.type.story.sales && otherTypes.length && random.chance(0.12)) {
      const otherType = random.pick(otherTypes);
      items.push({ type: otherType.type, quantity: pickQuantity(random, otherType) });
    }
    for (const { type, quantity } of items)
      assertDefined(openTypes.find((each) => each.type === type)).left -= quantity;
    addSale({ at: randomTimeIn(random, saleWindow(salesData, event, first.type)), items, outcome: "paid" });
  }
  const { expired = 0, failed = 0, waiting = 0 } = event.story.unpaid ?? {};
  const paid = event.types.filter(({ story }) => story.price > 0 && !story.hidden);
  const outcomes = [
    ["expired", expired],
    ["failed", failed],
    ["reserved", waiting],
  ] as const;
  for (const [outcome, count] of outcomes)
    for (let orderIndex = 0; orderIndex < count; orderIndex++) {
      const type = outcome === "reserved" ? assertDefined(paid.find((each) => !each.story.sales)) : random.pick(paid);
      const at =
        outcome === "reserved"
          ? addMs(salesData.now, -4 * MINUTE_MS)
          : randomTimeIn(random, saleWindow(salesData, event, type));
      addSale({ at, items: [{ type, quantity: outcome === "reserved" ? 2 : random.whole(1, 3) }], outcome });
    }
}

const weightedIndex = (random: SeedRandom, weights: readonly number[]) =>
  Number(random.weighted(Object.fromEntries(weights.map((weight, index) => [String(index), weight]))));

/** Picks a number of tickets, most often two, within the limits of the ticket type and the remaining tickets. */
function pickQuantity(random: SeedRandom, { type, left }: { type: PastTicketType; left: number }): number {
  const wanted = Number(random.weighted({ 1: 34, 2: 36, 3: 11, 4: 12, 5: 4, 6: 3 }));
  return Math.min(wanted, left, type.row.maxPerOrder);
}

function saleWindow({ now }: SalesData, { row }: PastEvent, { row: type }: PastTicketType): [from: Date, until: Date] {
  const saleEnds = [
    addMs(now, -PAY_MARGIN),
    addMs(assertDefined(row.startsAt ?? undefined), -SALE_END_BEFORE_MS),
    row.cancelledAt,
    type.salesUntil,
  ];
  return [
    assertDefined(row.liveAt ?? undefined),
    addMs(earliestDate(...saleEnds.filter((each) => each !== null)), -PAY_MARGIN),
  ];
}

/** Picks a time of sale: most are in the first or last days. */
function randomTimeIn(random: SeedRandom, [from, until]: [Date, Date]): Date {
  const part = random.chance(0.4) ? random.next() ** 2 : 1 - random.next() ** 1.8;
  return addMs(from, Math.floor((until.getTime() - from.getTime()) * part));
}

function saleOf(
  salesData: SalesData,
  event: PastEvent,
  random: SeedRandom,
  { at, items, outcome }: SaleDraft,
): PastTicketOrder {
  const number = numberUniqueAcrossEvents(event, event.sales.length);
  const id = seedId("event order", number);
  const total = items.reduce((sum, { type, quantity }) => sum + type.row.price * quantity, 0);
  const order: OrderRow = {
    id,
    reference: `ORD-${id.slice(-12).toUpperCase()}`,
    eventId: event.row.id,
    userId: "",
    state: outcome,
    total,
    quantity: items.reduce((sum, { quantity }) => sum + quantity, 0),
    expiresAt: addMs(at, SEAT_RESERVATION_MINUTES * MINUTE_MS),
    transactionId: null,
    createdAt: at,
    endedAt: null,
    version: outcome === "reserved" || total === 0 ? 1 : 2,
  };
  const { buyer, channel } = pickBuyer(salesData, random, order);
  order.userId = buyer.id;
  const payment =
    total > 0 && (outcome === "paid" || outcome === "failed")
      ? charge(salesData, random, { number, order, channel, title: event.row.title })
      : null;
  order.transactionId = payment?.id ?? null;
  if (outcome !== "reserved")
    order.endedAt = outcome === "expired" ? addMs(order.expiresAt, 20_000) : (payment?.completedAt ?? at);
  const sale: PastTicketOrder = { order, items, payment, tickets: [] };
  if (outcome === "paid") sale.tickets.push(...ticketsOf(event, sale));
  return sale;
}

const MAX_BUYER_TRIES = 8;

/**
 * Picks a buyer who had joined before the order, and a payment channel. Falls back to card if no wallet of several random citizens has
 * enough money.
 */
function pickBuyer({ people, wallets }: SalesData, random: SeedRandom, { state, total, createdAt }: OrderRow) {
  const firstTooNew = people.findIndex(({ joinedAt }) => joinedAt > createdAt);
  const randomPerson = () =>
    assertDefined(people[random.whole(0, (firstTooNew < 0 ? people.length : firstTooNew) - 1)]);
  const wanted = random.weighted<PaymentChannel>({ wallet: 36, card: 36, bank_transfer: 20, ussd: 8 });
  const channel = wanted === "ussd" && total > 100_000 * NAIRA_KOBO ? "bank_transfer" : wanted;
  if (channel !== "wallet" || state !== "paid" || total === 0)
    return { buyer: randomPerson(), channel: channel === "wallet" ? "card" : channel } as const;
  for (let tries = 0; tries < MAX_BUYER_TRIES; tries++) {
    const buyer: DemoCitizen = randomPerson();
    if (wallets.free(buyer.id, createdAt) >= total + 100 * NAIRA_KOBO) return { buyer, channel };
  }
  return { buyer: randomPerson(), channel: "card" } as const;
}

type Due = { number: number; order: OrderRow; channel: PaymentChannel; title: string };

function charge(
  { payments, wallets }: SalesData,
  random: SeedRandom,
  { number, order, channel, title }: Due,
): PastPayment {
  const method = assertDefined(DEMO_PAYMENT_METHODS.find((each) => each.channel === channel));
  const rule = { flat: method.feeFlat ?? 0, basis_points: method.feeBasisPoints ?? 0, cap: method.feeCap ?? null };
  const isOutside = channel !== "wallet";
  const id = seedId("ticket payment", number);
  const drawn = `TRX-${id.slice(-12).toUpperCase()}`;
  const reference = order.state === "failed" ? demoReferenceFor(drawn, { channel, isPayout: false }, "failed") : drawn;
  const createdAt = addMs(order.createdAt, random.whole(20, 400) * 1_000);
  const completedAt = addMs(createdAt, isOutside ? random.whole(4, 90) * 1_000 : 0);
  const failureReason = order.state === "failed" ? random.pick(PAYMENT_FAILURE_REASONS) : null;
  const payment: PastPayment = {
    id,
    reference,
    userId: order.userId,
    counterpartyId: null,
    type: "ticket",
    channel,
    methodId: method.id,
    amount: order.total,
    fee: calculateFee(rule, order.total),
    state: failureReason ? "failed" : "succeeded",
    refundedAmount: 0,
    refundOf: null,
    providerReference: isOutside ? simulatedProviderReference(reference) : null,
    cardLast4: channel === "card" ? random.digits(4) : null,
    description: `Tickets: ${title} (${order.reference})`,
    failureReason,
    createdAt,
    completedAt,
  };
  payments.rows.push(payment);
  const eventBase = { transactionId: id, from: null, kind: "attempt" };
  if (isOutside)
    payments.events.push(
      { ...eventBase, at: createdAt, to: null, message: SENT_TO_PROVIDER_MESSAGE },
      {
        ...eventBase,
        at: completedAt,
        kind: "webhook",
        from: "pending",
        to: payment.state,
        message: failureReason ?? "Approved",
      },
    );
  else payments.events.push({ ...eventBase, at: createdAt, to: payment.state, message: "Paid from the wallet" });
  if (failureReason) return payment;
  const postings = paymentPostings(payment);
  payments.entries.push(ledgerEntryOf(payment, { id: seedId("ticket entry", number), at: completedAt, postings }));
  for (const { accountId, amount } of postings) wallets.move(accountId, completedAt, amount);
  return payment;
}

function ticketsOf(event: PastEvent, { order, items }: PastTicketOrder) {
  const first = event.sales.reduce((sum, { tickets }) => sum + tickets.length, 0);
  const at = order.endedAt ?? order.createdAt;
  return items
    .flatMap(({ type, quantity }) => Array.from({ length: quantity }, () => type))
    .map(({ row }, ticketIndex) => {
      const number = numberUniqueAcrossEvents(event, first + ticketIndex);
      const id = seedId("ticket", number);
      return {
        ...ticketCodeOf(`${number}`),
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

/** Returns a ticket code that is derived from a key, so that it is the same at each load. Demo data need no secret codes. */
export function ticketCodeOf(key: string): { code: string; codeHash: string } {
  const random = createRandom(`ticket code ${key}`);
  const code = Array.from({ length: TICKET_CODE_LENGTH }, () => random.pick([...TICKET_CODE_ALPHABET])).join("");
  return { code, codeHash: hashOfCode(code) };
}
