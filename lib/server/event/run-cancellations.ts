import "server-only";
import { and, asc, eq, sql } from "drizzle-orm";
import { Refusal } from "@/lib/server/api/errors";
import { inTransaction } from "@/lib/server/api/transaction";
import { appendAudit } from "@/lib/server/audit/audit";
import { log } from "@/lib/server/base/log";
import type { Database, Transaction } from "@/lib/server/db/client";
import { cancellationSteps } from "@/lib/server/db/schema/event-cancellation";
import { isProcessStopping } from "@/lib/server/process/stopping";
import { notifyCancelled, notifyRefundMade } from "./notify-cancelled";
import { orderRecordRef } from "./record";
import { currentTicketsOf, readCancelledOrder, refundAuditValues, refundOrder } from "./refund-cancelled-order";
import { runOrReturnRefusal } from "./run-or-refusal";

type StepRecord = typeof cancellationSteps.$inferSelect;

/** Maximum attempts of a refund step with unexpected errors. Then an admin must retry it. Refusals fail immediately. */
const MAX_TRIES = 5;
const SERVER_ERROR = "Something went wrong on the server. Retry; if it fails again, ask operations to check the log.";

/**
 * Refunds the orders of cancelled events, one transaction per order. After a crash, an order is either refunded or unchanged, and the next
 * run continues. Several servers may run this in parallel. A run tries every pending step once; runs start every few seconds
 * (process/timed-tasks.ts).
 * @returns number of tried steps
 */
export async function runCancellations(db: Database): Promise<number> {
  let lastOrderId: string | null = null;
  for (let count = 0; ; count++) {
    if (isProcessStopping()) return count;
    const attemptedId = await attemptNextStep(db, lastOrderId);
    if (!attemptedId) return count;
    lastOrderId = attemptedId;
  }
}

/**
 * Tries the next refund step.
 * @param lastOrderId order tried before in this run
 * @returns id of the order tried now; null if none is left
 */
async function attemptNextStep(db: Database, lastOrderId: string | null): Promise<string | null> {
  let attemptedId: string | null = null;
  try {
    return await inTransaction(db, async (tx) => {
      const step = await lockNextStep(tx, lastOrderId);
      if (!step) return null;
      attemptedId = step.orderId;
      const outcome = await attemptRefundStep(tx, step);
      const { order } = outcome;
      const { type, id, name } = orderRecordRef(order);
      const isDone = outcome.state === "done";
      await appendAudit(tx, {
        at: new Date(),
        adminId: null,
        adminName: null,
        action: "event.refundOrder",
        outcome: isDone ? "done" : "refused",
        refusal: isDone ? null : outcome.problem,
        recordType: type,
        recordId: id,
        recordName: name,
        before: { refund_state: step.state },
        after: outcome.after,
        address: "",
        device: "",
        requestId: "",
      });
      return step.orderId;
    });
  } catch (error) {
    // No step was locked, for example because the database is unreachable. The next run retries.
    if (attemptedId === null) throw error;
    log.error({ err: error, orderId: attemptedId }, "an order of a cancelled event could not be refunded");
    await countStepFault(db, attemptedId);
    return attemptedId;
  }
}

/** Locks the oldest pending step after `lastOrderId` that no other server has locked. */
async function lockNextStep(tx: Transaction, lastOrderId: string | null): Promise<StepRecord | undefined> {
  const [step] = await tx
    .select()
    .from(cancellationSteps)
    .where(
      and(
        eq(cancellationSteps.state, "pending"),
        lastOrderId === null
          ? undefined
          : sql`(${cancellationSteps.createdAt}, ${cancellationSteps.orderId}) >
              (select s.created_at, s.order_id from cancellation_steps s where s.order_id = ${lastOrderId})`,
      ),
    )
    .orderBy(asc(cancellationSteps.createdAt), asc(cancellationSteps.orderId))
    .limit(1)
    .for("update", { skipLocked: true });
  return step;
}

/**
 * Refunds the order of a step that the caller has locked, and stores the result. A refusal rolls back the refund and
 * stores its message. Unexpected errors are thrown.
 */
export async function attemptRefundStep(tx: Transaction, step: StepRecord) {
  const cancelled = await readCancelledOrder(tx, step.orderId);
  const { order } = cancelled;
  const outcome = await runOrReturnRefusal(tx, (savepoint) => refundOrder(savepoint, cancelled));
  const isTold = step.state === "failed" && step.problem !== SERVER_ERROR;
  if (outcome instanceof Refusal) {
    const problem = outcome.message;
    if (!isTold)
      await notifyCancelled(tx, cancelled, {
        ticketsBefore: await currentTicketsOf(tx, step.orderId),
        money: "delayed",
      });
    await updateStep(tx, step, { state: "failed", problem });
    return { state: "failed", order, problem, after: { refund_state: "failed", problem } } as const;
  }
  const { amount, endedTickets, ticketsBefore } = outcome;
  if (!isTold) await notifyCancelled(tx, cancelled, { ticketsBefore, money: { amount } });
  else if (amount > 0) await notifyRefundMade(tx, cancelled, amount);
  await updateStep(tx, step, { state: "done", problem: null, tickets: endedTickets.length, amount });
  return {
    state: "done",
    order,
    problem: null,
    after: { refund_state: "done", ...refundAuditValues(outcome) },
  } as const;
}

const updateStep = (tx: Transaction, { orderId }: StepRecord, values: Partial<StepRecord>) =>
  tx
    .update(cancellationSteps)
    .set({ ...values, tries: sql`${cancellationSteps.tries} + 1`, updatedAt: sql`clock_timestamp()` })
    .where(eq(cancellationSteps.orderId, orderId));

/** Counts an unexpected error of a refund step. After `MAX_TRIES` errors the step fails, and an admin must retry it. */
async function countStepFault(db: Database, orderId: string): Promise<void> {
  await db.execute(sql`
    update cancellation_steps set tries = tries + 1, updated_at = clock_timestamp(),
      state = case when tries + 1 >= ${MAX_TRIES}::int then 'failed' else state end,
      problem = case when tries + 1 >= ${MAX_TRIES}::int then ${SERVER_ERROR} end
    where order_id = ${orderId} and state = 'pending'`);
}
