import "server-only";
import { eq, sql } from "drizzle-orm";
import { SYSTEM_ACCOUNT_IDS as IDS } from "@/lib/contract/ledger.values";
import { benefitReturnedByRefund } from "@/lib/contract/promotion.values";
import { formatCount, formatMoney, titleCase } from "@/lib/format";
import { refuse } from "@/lib/server/api/errors";
import type { ApprovalPreview } from "@/lib/server/approvals/approval-preview";
import type { Queryable } from "@/lib/server/db/client";
import { eventOrders, events, tickets } from "@/lib/server/db/schema/event";
import { paymentDecisionFacts, readPaymentOfApproval } from "@/lib/server/transaction/approval-preview";
import { refundPostings } from "@/lib/server/transaction/postings";
import { readCancellationEffects, refundAmountOf } from "./read-cancellation";
import { eventStateOf } from "./state";

/** Approval preview of a ticket refund that exceeds the refund limit. */
export const ticketRefundPreview: ApprovalPreview = {
  async moves(db, { recordId }) {
    const { ticket, payment } = await findPaidTicket(db, recordId);
    return { postings: refundPostings(payment, ticket.price) };
  },
  async basis(db, { recordId }) {
    const { ticket, payment } = await findPaidTicket(db, recordId);
    return { "State of the ticket": titleCase(ticket.state), ...(await paymentDecisionFacts(db, payment)) };
  },
};

/** @throws 404 when the ticket does not exist, or was free and has no payment */
async function findPaidTicket(db: Queryable, ticketId: string) {
  const [found] = await db
    .select({ ticket: tickets, order: eventOrders })
    .from(tickets)
    .innerJoin(eventOrders, eq(eventOrders.id, tickets.orderId))
    .where(eq(tickets.id, ticketId));
  if (!found?.order.transactionId) throw refuse.notFound("ticket");
  return { ticket: found.ticket, payment: await readPaymentOfApproval(db, found.order.transactionId) };
}

/** Approval preview of an event cancellation: the sum of its refunds, which are posted one by one after the approval. */
export const cancellationPreview: ApprovalPreview = {
  async moves(db, { recordId, payload }) {
    const refunds = await refundsOf(db, recordId, payload.include_checked_in === true);
    const sums = { float: 0, pool: 0, wallets: 0 };
    const people = new Set<string>();
    for (const { user_id, is_wallet, part, returned } of refunds) {
      // Adds the same amounts as `refundPostings` posts. For a refund by the provider, the float account changes only by the amount returned to the
      // promotions pool.
      sums.float -= is_wallet ? part : returned;
      sums.pool += returned;
      if (!is_wallet) continue;
      sums.wallets += part - returned;
      people.add(user_id);
    }
    const postings = [
      { accountId: IDS.settlement_float, amount: sums.float },
      { accountId: IDS.promotions_pool, amount: sums.pool },
    ];
    return {
      postings: postings.filter(({ amount }) => amount !== 0),
      wallets: { people: people.size, amount: sums.wallets },
    };
  },
  async basis(db, { recordId, payload }) {
    const [event] = await db.select().from(events).where(eq(events.id, recordId));
    if (!event) throw refuse.notFound("event");
    const numbers = await readCancellationEffects(db, recordId);
    return {
      "State of the event": titleCase(eventStateOf(event)),
      Tickets: formatCount(numbers.tickets),
      "To be refunded": formatMoney(refundAmountOf(numbers, payload.include_checked_in === true)),
    };
  },
};

type RefundRow = { user_id: string; is_wallet: boolean; part: number; returned: number };

/** Returns the refund of each payment in kobo. Omits payments that are or were disputed. */
async function refundsOf(db: Queryable, eventId: string, includeCheckedIn: boolean): Promise<RefundRow[]> {
  type Row = Record<"price" | "amount" | "refunded" | "benefit", string> & Pick<RefundRow, "user_id" | "is_wallet">;
  const { rows } = await db.execute<Row>(sql`
    select p.user_id, p.channel = 'wallet' as is_wallet, sum(t.price) as price, p.amount, p.refunded_amount as refunded,
      p.discount + p.cashback as benefit
    from tickets t join event_orders o on o.id = t.order_id join transactions p on p.id = o.transaction_id
    where t.event_id = ${eventId} and p.state not in ('disputed', 'won', 'lost')
      and (t.state = 'valid' or t.state = 'checked_in' and ${includeCheckedIn})
    group by p.id having sum(t.price) > 0 and p.amount > p.refunded_amount`);
  return rows.map(({ user_id, is_wallet, price, amount, refunded, benefit }) => {
    const amounts = { amount: Number(amount), refunded: Number(refunded), benefit: Number(benefit) };
    const part = Math.min(Number(price), amounts.amount - amounts.refunded);
    return { user_id, is_wallet, part, returned: benefitReturnedByRefund(amounts, part) };
  });
}
