import "server-only";
import { formatCount, formatMoney } from "@/lib/format";
import { demoAdminId, demoAdminName } from "@/lib/server/db/seed/admins";
import { DAY_MS, HOUR_MS } from "@/lib/server/db/seed/clock";
import { assertDefined, seedId } from "@/lib/server/db/seed/random";
import { disputeEvent } from "@/lib/server/db/seed/transactions";
import { EVENT_RECORD_TYPE, eventRecordRef, orderRecordRef } from "@/lib/server/event/record";
import { addMs, type PastEvent, type PastTicketOrder, type SalesData, type TicketRow } from "./model";
import { refundTickets, updateTicket } from "./ticket-changes";

const APPROVAL_LIFE_MS = 7 * DAY_MS;
/** Time in ms between the refunds of two orders. */
const ORDER_STEP_MS = 1_400;

const validTickets = ({ tickets }: PastTicketOrder) => tickets.filter(({ state }) => state === "valid");
const totalPrice = (tickets: readonly TicketRow[]) => tickets.reduce((sum, { price }) => sum + price, 0);

/** Cancels the event: creates a refund step for every order with seats, nearly all of them completed. */
export function cancelEvent(salesData: SalesData, event: PastEvent): void {
  const { row, story, sales } = event;
  const { reason, failed = 0, approved } = assertDefined(story.cancelled);
  const at = assertDefined(row.cancelledAt ?? undefined);
  const by = assertDefined(row.cancelledBy ?? undefined);
  const record = eventRecordRef(row);
  const held = sales.filter((sale) => validTickets(sale).length > 0);
  const all = held.flatMap(validTickets);
  const totals = { tickets: all.length, amount: formatMoney(totalPrice(all)) };
  const people = new Set([...held.map(({ order }) => order.userId), ...all.map(({ holderId }) => holderId)]).size;
  const changeText = `Cancel “${row.title}”: ${formatCount(totals.tickets)} tickets, ${totals.amount} refunded`;
  const cancelValues = { reason, refunds_checked_in: false };
  if (approved) {
    const requestedAt = addMs(at, -3 * HOUR_MS);
    const requestedBy = demoAdminId("civic");
    event.actions.push({
      at: requestedAt,
      adminId: requestedBy,
      action: "event.cancel",
      record,
      before: { state: "live" },
      after: { state: "live", awaiting_approval: changeText, ...cancelValues },
    });
    event.approvals.push({
      id: seedId("event approval", event.index),
      kind: "event.cancel",
      recordType: EVENT_RECORD_TYPE,
      recordId: row.id,
      recordName: row.title,
      change: changeText,
      payload: { include_checked_in: false, reason },
      requestedBy,
      requestedAt,
      reason,
      state: "approved",
      decidedBy: by,
      decidedAt: at,
      expiresAt: addMs(requestedAt, APPROVAL_LIFE_MS),
      version: 2,
    });
  }
  event.actions.push({
    at,
    adminId: by,
    action: approved ? "approvals.decide" : "event.cancel",
    record,
    before: { state: "live" },
    after: { state: "cancelled", ...cancelValues, tickets: totals.tickets, to_refund: totals.amount, people },
  });
  const disputed = held.filter(({ payment }) => payment?.channel === "card" && payment.refundedAmount === 0);
  for (const { payment } of disputed.slice(0, failed)) {
    const paid = assertDefined(payment ?? undefined);
    paid.state = "disputed";
    salesData.payments.events.push(disputeEvent(paid, addMs(at, -HOUR_MS)));
  }
  for (const [index, sale] of held.entries())
    runRefundStep(salesData, event, sale, addMs(at, (index + 1) * ORDER_STEP_MS));
}

function runRefundStep(salesData: SalesData, event: PastEvent, sale: PastTicketOrder, at: Date): void {
  const { row } = event;
  const { order, payment } = sale;
  const tickets = validTickets(sale);
  const amount = totalPrice(tickets);
  const stepBase = { orderId: order.id, eventId: row.id, tickets: tickets.length, amount, tries: 1 };
  const times = { createdAt: assertDefined(row.cancelledAt ?? undefined), updatedAt: at };
  if (payment?.state === "disputed") {
    const problem = `The payment ${payment.reference} is disputed. Record the outcome of the dispute, then retry.`;
    event.steps.push({ ...stepBase, ...times, state: "failed", problem });
    return;
  }
  const reason = row.cancelReason ?? "";
  const by = assertDefined(row.cancelledBy ?? undefined);
  const message = `${row.title} was cancelled by ${demoAdminName(by)}: ${reason}`;
  const paid = tickets.filter(({ price }) => price > 0);
  const refund = paid.length ? refundTickets(salesData, sale, paid, { at, reason, by, why: message }) : null;
  for (const ticket of tickets) if (ticket.price === 0) updateTicket(ticket, at, { state: "void", reason });
  event.steps.push({ ...stepBase, ...times, state: "done", problem: null });
  event.actions.push({
    at,
    adminId: null,
    action: "event.refundOrder",
    record: orderRecordRef(order),
    before: { refund_state: "pending" },
    after: { refund_state: "done", tickets: tickets.length, refunded: formatMoney(amount), ...(refund && { refund }) },
  });
}
