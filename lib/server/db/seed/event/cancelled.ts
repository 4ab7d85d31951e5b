import "server-only";
import { formatCount, formatMoney } from "@/lib/format";
import { adminId, adminName } from "@/lib/server/db/seed/admins";
import { DAY, HOUR } from "@/lib/server/db/seed/clock";
import { idOf, only } from "@/lib/server/db/seed/random";
import { disputeOf } from "@/lib/server/db/seed/transactions";
import { EVENT, eventRecord, orderRecord } from "@/lib/server/event/record";
import { change, moneyBack } from "./course";
import { later, type PastEvent, type Sale, type TicketRow, type World } from "./model";

const LIFE = 7 * DAY;
/** ms per order. */
const STEP = 1_400;

const valid = ({ tickets }: Sale) => tickets.filter(({ state }) => state === "valid");
const priceOf = (tickets: readonly TicketRow[]) => tickets.reduce((sum, { price }) => sum + price, 0);

/** Cancels the event: every order with seats becomes a step, and nearly all are refunded. */
export function cancel(world: World, event: PastEvent): void {
  const { row, story, sales } = event;
  const { reason, failed = 0, approved } = only(story.cancelled);
  const at = only(row.cancelledAt ?? undefined);
  const by = only(row.cancelledBy ?? undefined);
  const record = eventRecord(row);
  const held = sales.filter((sale) => valid(sale).length > 0);
  const all = held.flatMap(valid);
  const numbers = { tickets: all.length, amount: formatMoney(priceOf(all)) };
  const people = new Set([...held.map(({ order }) => order.userId), ...all.map(({ holderId }) => holderId)]).size;
  const asked = `Cancel “${row.title}”: ${formatCount(numbers.tickets)} tickets, ${numbers.amount} refunded`;
  const choice = { reason, refunds_checked_in: false };
  if (approved) {
    const requestedAt = later(at, -3 * HOUR);
    const requestedBy = adminId("civic");
    event.actions.push({
      at: requestedAt,
      adminId: requestedBy,
      action: "event.cancel",
      record,
      before: { state: "live" },
      after: { state: "live", awaiting_approval: asked, ...choice },
    });
    event.approvals.push({
      id: idOf("event approval", event.index),
      kind: "event.cancel",
      recordType: EVENT,
      recordId: row.id,
      recordName: row.title,
      change: asked,
      payload: { include_checked_in: false, reason },
      requestedBy,
      requestedAt,
      reason,
      state: "approved",
      decidedBy: by,
      decidedAt: at,
      expiresAt: later(requestedAt, LIFE),
      version: 2,
    });
  }
  event.actions.push({
    at,
    adminId: by,
    action: approved ? "approvals.decide" : "event.cancel",
    record,
    before: { state: "live" },
    after: { state: "cancelled", ...choice, tickets: numbers.tickets, to_refund: numbers.amount, people },
  });
  const disputed = held.filter(({ payment }) => payment?.channel === "card" && payment.refundedAmount === 0);
  for (const { payment } of disputed.slice(0, failed)) {
    const paid = only(payment ?? undefined);
    paid.state = "disputed";
    world.payments.events.push(disputeOf(paid, later(at, -HOUR)));
  }
  for (const [nth, sale] of held.entries()) step(world, event, sale, later(at, (nth + 1) * STEP));
}

function step(world: World, event: PastEvent, sale: Sale, at: Date): void {
  const { row } = event;
  const { order, payment } = sale;
  const tickets = valid(sale);
  const amount = priceOf(tickets);
  const kept = { orderId: order.id, eventId: row.id, tickets: tickets.length, amount, tries: 1 };
  const times = { createdAt: only(row.cancelledAt ?? undefined), updatedAt: at };
  if (payment?.state === "disputed") {
    const problem = `The payment ${payment.reference} is disputed. Record the outcome of the dispute, then retry.`;
    event.steps.push({ ...kept, ...times, state: "failed", problem });
    return;
  }
  const reason = row.cancelReason ?? "";
  const by = only(row.cancelledBy ?? undefined);
  const why = `${row.title} was cancelled by ${adminName(by)}: ${reason}`;
  const paid = tickets.filter(({ price }) => price > 0);
  const refund = paid.length ? moneyBack(world, sale, paid, { at, reason, by, why }) : null;
  for (const ticket of tickets) if (ticket.price === 0) change(ticket, at, { state: "void", reason });
  event.steps.push({ ...kept, ...times, state: "done", problem: null });
  event.actions.push({
    at,
    adminId: null,
    action: "event.refundOrder",
    record: orderRecord(order),
    before: { refund_state: "pending" },
    after: { refund_state: "done", tickets: tickets.length, refunded: formatMoney(amount), ...(refund && { refund }) },
  });
}
