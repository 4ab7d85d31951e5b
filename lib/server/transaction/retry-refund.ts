import "server-only";
import { and, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import type { refundRetry } from "@/lib/contract/transaction-refund";
import { formatMoney } from "@/lib/format";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import type { Transaction } from "@/lib/server/db/client";
import { outbox } from "@/lib/server/db/schema/outbox";
import { transactionEvents, transactions } from "@/lib/server/db/schema/transaction";
import { rejectStaleVersion } from "@/lib/server/records/version";
import {
  lockTransactionRecord,
  type TransactionRecord,
  transactionRecordRef,
  updateTransaction,
} from "./change-transaction";
import { refundAmountToPayer } from "./notify-parties";
import { isRefusedRefund } from "./postings";
import { countRefundEvents, isMoneyOnSuspense, postRefundToSuspense } from "./refused-refund";
import { queueRefund } from "./send-refund";
import { readTransactionDetails } from "./single";

/**
 * Sends a refused refund again, and takes its money back from suspense. The refund was approved before, so no second admin
 * is needed.
 * @throws 404; 409 if the refund has changed or is not refused, or suspense no longer has its money
 */
export async function retryRefund({ tx, admin, audit }: WriteContext, input: z.output<typeof refundRetry>) {
  const refund = await lockTransactionRecord(tx, input.transactionId);
  if (!refund) throw refuse.notFound("transaction");
  const current = () => readTransactionDetails(tx, refund.id);
  await rejectStaleVersion("transaction", refund, input.version, current);
  const payment = refund.refundOf && (await readTransaction(tx, refund.refundOf));
  if (!payment || !isRefusedRefund(refund))
    throw refuse.conflict("The provider has not refused this, so there is nothing to send again.", await current());
  const amount = refundAmountToPayer(refund);
  if (!(await isMoneyOnSuspense(tx, refund))) throw refuse.conflict(MOVED_MESSAGE, await current());
  const attempt = await countRefundEvents(tx, refund.id, ["refused"]);
  await postRefundToSuspense(tx, refund, `again:${attempt}`, -amount, admin.id);
  await updateTransaction(tx, refund.id, { failureReason: null });
  // A server that stopped after the refusal may have left its order in the outbox. Two orders could refund the payment twice.
  await tx.delete(outbox).where(and(eq(outbox.kind, "refund"), sql`${outbox.payload} ->> 'refundId' = ${refund.id}`));
  const isQueued = await queueRefund(tx, payment, { refundId: refund.id, amount });
  if (!isQueued) throw new Error(`Refund ${refund.id} has no provider.`);
  const message = "Ordered from the payment provider again";
  await tx.insert(transactionEvents).values({ transactionId: refund.id, kind: "attempt", message });
  audit({
    record: transactionRecordRef(refund),
    before: { provider_says: refund.failureReason },
    after: { from_suspense: formatMoney(amount), reason: input.reason },
  });
  return current();
}

const MOVED_MESSAGE =
  "The money of this refund is no longer on suspense, or a request in System Wallet is about to move it. Withdraw that request or reverse that movement first, then try again.";

async function readTransaction(tx: Transaction, id: string): Promise<TransactionRecord | undefined> {
  const [found] = await tx.select().from(transactions).where(eq(transactions.id, id));
  return found;
}
