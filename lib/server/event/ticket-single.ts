import "server-only";
import { eq, inArray } from "drizzle-orm";
import type { TicketDetails } from "@/lib/contract/event-tickets";
import { env } from "@/lib/env";
import { fullName } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { waitingApprovalsOfRecords } from "@/lib/server/approvals/waiting-requests";
import { readRecordTimeline } from "@/lib/server/audit/timeline";
import type { Queryable } from "@/lib/server/db/client";
import { admins } from "@/lib/server/db/schema/admin";
import { tickets } from "@/lib/server/db/schema/event";
import { transactions } from "@/lib/server/db/schema/transaction";
import { users } from "@/lib/server/db/schema/user";
import { toAdminRef } from "@/lib/server/records/admin-record";
import { returnedToPool } from "@/lib/server/transaction/postings";
import { selectTickets, toTicketRow } from "./list-tickets";
import { TICKET_RECORD_TYPE } from "./record";
import { eventStateOf } from "./state";

/** Returns a ticket as its page shows it. @throws 404 */
export async function readTicketDetails(db: Queryable, id: string): Promise<TicketDetails> {
  const [found] = await selectTickets(db).where(eq(tickets.id, id));
  if (!found) throw refuse.notFound("ticket");
  const { ticket, event, holder, order } = found;
  const [buyer] = await db.select().from(users).where(eq(users.id, order.userId));
  const ids = [order.transactionId, ticket.refundId].filter((each) => each !== null);
  const payments = ids.length ? await db.select().from(transactions).where(inArray(transactions.id, ids)) : [];
  const payment = payments.find((each) => each.id === order.transactionId);
  const refund = payments.find((each) => each.id === ticket.refundId);
  const [by] = ticket.checkedInBy ? await db.select().from(admins).where(eq(admins.id, ticket.checkedInBy)) : [];
  const { refundLimit } = env();
  return {
    ...toTicketRow(found),
    event_state: eventStateOf(event),
    venue: event.venue,
    holder_phone: holder.phone,
    holder_email: holder.email,
    buyer: { id: order.userId, name: buyer ? fullName(buyer) : "" },
    order: { id: order.id, reference: order.reference },
    transaction: payment ? { id: payment.id, reference: payment.reference, state: payment.state } : null,
    refund: refund ? { id: refund.id, reference: refund.reference } : null,
    check_in:
      ticket.checkedInAt && by ? { at: ticket.checkedInAt.toISOString(), gate: ticket.gate, by: toAdminRef(by) } : null,
    reason: ticket.reason,
    refund_limit: refundLimit,
    refund_amount: ticket.price - (payment ? returnedToPool(payment, ticket.price) : 0),
    refund_needs_approval: payment !== undefined && payment.refundedAmount + ticket.price > refundLimit,
    awaiting: (await waitingApprovalsOfRecords(db, TICKET_RECORD_TYPE, [id])).get(id) ?? null,
    timeline: await readRecordTimeline(db, TICKET_RECORD_TYPE, id),
  };
}
