import "server-only";
import { and, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { type InputOf, splitChoiceList } from "@/lib/contract/common";
import type { eventCalls as contract } from "@/lib/contract/event";
import type { CancellationStepState } from "@/lib/contract/event.values";
import type { CancellationStep } from "@/lib/contract/event-cancellation";
import { fullName, type WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import type { Queryable } from "@/lib/server/db/client";
import { eventOrders, events } from "@/lib/server/db/schema/event";
import { cancellationSteps as steps } from "@/lib/server/db/schema/event-cancellation";
import { transactions } from "@/lib/server/db/schema/transaction";
import { users } from "@/lib/server/db/schema/user";
import { countUpToCap, toPagedList } from "@/lib/server/lists/list";
import { parseSearchText } from "@/lib/server/lists/search-terms";
import { userMatchesSearch } from "@/lib/server/user/match-name";
import { orderRecordRef } from "./record";
import { attemptRefundStep } from "./run-cancellations";

type ListInput = InputOf<typeof contract.cancellationSteps>;

/** Lists refund steps of a cancelled event. By default, failed steps are first, then sorted by last change. @throws 404 */
export async function listRefundSteps(db: Queryable, input: ListInput) {
  const [event] = await db.select({ id: events.id }).from(events).where(eq(events.id, input.eventId));
  if (!event) throw refuse.notFound("event");
  const { page, size, q, state, sort } = input;
  const where = and(
    eq(steps.eventId, event.id),
    state ? inArray(steps.state, splitChoiceList<CancellationStepState>(state)) : undefined,
    q?.trim() ? searchCondition(q.trim()) : undefined,
  );
  const direction = sort === "updated_at" ? sql`asc` : sql`desc`;
  const order = sort
    ? sql`${steps.updatedAt} ${direction}, ${steps.orderId} ${direction}`
    : sql`${steps.state} = 'failed' desc, ${steps.updatedAt} desc, ${steps.orderId} desc`;
  const rows = await selectRows(db)
    .where(where)
    .orderBy(order)
    .limit(size)
    .offset(page * size);
  return toPagedList({ page, size }, rows.map(toRow), await countUpToCap(db, steps, where));
}

/** Matches a reference of an order or payment, or the buyer's name, email or phone number. */
function searchCondition(typed: string): SQL {
  const { references } = parseSearchText(typed, "ORD", "TRX");
  const found = references
    ? or(inArray(eventOrders.reference, references), inArray(transactions.reference, references))
    : userMatchesSearch(typed);
  return sql`${steps.orderId} in (
    select ${eventOrders.id} from ${eventOrders} join ${users} on ${users.id} = ${eventOrders.userId}
      left join ${transactions} on ${transactions.id} = ${eventOrders.transactionId}
    where ${eventOrders.eventId} = ${steps}.event_id and ${found})`;
}

/**
 * Retries a failed refund step. If it fails again, the request still succeeds, and the returned step contains the reason.
 * @throws 404; 409 with the current step if it is done or pending
 */
export async function retryRefundStep({ tx, audit }: WriteContext, input: { eventId: string; orderId: string }) {
  const [step] = await tx
    .select()
    .from(steps)
    .where(and(eq(steps.orderId, input.orderId), eq(steps.eventId, input.eventId)))
    .for("update");
  if (!step) throw refuse.notFound("refund");
  if (step.state !== "failed") throw refuse.conflict(NOT_FAILED_MESSAGES[step.state], await readStep(tx, step.orderId));
  const outcome = await attemptRefundStep(tx, step);
  audit({
    record: orderRecordRef(outcome.order),
    before: { refund_state: step.state, problem: step.problem },
    after: outcome.after,
    refusal: outcome.problem ?? undefined,
  });
  return readStep(tx, step.orderId);
}

const NOT_FAILED_MESSAGES = {
  done: "This order was refunded already.",
  pending: "This order is waiting for its turn. It is refunded in a moment.",
} as const;

async function readStep(db: Queryable, orderId: string): Promise<CancellationStep> {
  const [found] = await selectRows(db).where(eq(steps.orderId, orderId));
  if (!found) throw refuse.notFound("refund");
  return toRow(found);
}

const buyers = alias(users, "buyers");
const payments = alias(transactions, "payments");

const selectRows = (db: Queryable) =>
  db
    .select({
      step: steps,
      order: { id: eventOrders.id, reference: eventOrders.reference },
      buyer: { id: buyers.id, firstName: buyers.firstName, lastName: buyers.lastName },
      payment: { id: payments.id, reference: payments.reference },
    })
    .from(steps)
    .innerJoin(eventOrders, eq(eventOrders.id, steps.orderId))
    .innerJoin(buyers, eq(buyers.id, eventOrders.userId))
    .leftJoin(payments, eq(payments.id, eventOrders.transactionId))
    .$dynamic();

const toRow = ({ step, order, buyer, payment }: Awaited<ReturnType<typeof selectRows>>[number]): CancellationStep => ({
  order,
  buyer: { id: buyer.id, name: fullName(buyer) },
  transaction: payment,
  tickets: step.tickets,
  amount: step.amount,
  state: step.state,
  problem: step.problem,
  tries: step.tries,
  updated_at: step.updatedAt.toISOString(),
});
