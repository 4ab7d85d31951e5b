import "server-only";
import { and, eq, inArray } from "drizzle-orm";
import { inTransaction } from "@/lib/server/api/transaction";
import { appendAudit } from "@/lib/server/audit/audit";
import { systemAuditRow } from "@/lib/server/audit/system-row";
import type { Database, Transaction } from "@/lib/server/db/client";
import { outbox, type QueuedRefund } from "@/lib/server/db/schema/outbox";
import { paymentMethods, transactionEvents, transactions } from "@/lib/server/db/schema/transaction";
import {
  lockTransactionRecord,
  type TransactionRecord,
  transactionRecordRef,
  updateTransaction,
} from "./change-transaction";
import { notifyOfLateRefund } from "./notify-parties";
import { isPaidThroughProvider, isRefusedRefund } from "./postings";
import { paymentProviderOf } from "./provider";
import { referenceAtProvider } from "./provider-reference";
import { RefundRefusal } from "./refund-refusal";
import { recordRefusedRefund, undoRefundRefusal } from "./refused-refund";

/**
 * Queues the order of a refund at the provider that processed the payment, in the database transaction of the refund. The
 * order is sent after the commit and retried until the provider accepts it. If it were sent earlier, a crash could leave a
 * refund at the provider that is missing in our ledger.
 * @returns true if the payment has a provider
 */
export async function queueRefund(
  tx: Transaction,
  payment: TransactionRecord,
  { refundId, amount }: { refundId: string; amount: number },
): Promise<boolean> {
  const { methodId } = payment;
  if (!methodId || !isPaidThroughProvider(payment)) return false;
  const [method] = await tx.select().from(paymentMethods).where(eq(paymentMethods.id, methodId));
  // Queues the order even if the provider's settings are missing at the moment: otherwise the payer would never get the money.
  if (!method || method.provider === "ledger") return false;
  const { reference } = await referenceAtProvider(tx, payment);
  const payload: QueuedRefund = { refundId, provider: method.provider, reference, amount };
  await tx.insert(outbox).values({ kind: "refund", payload });
  return true;
}

/** Time in ms after which the payer learns that the provider has not accepted a promised refund. */
const DELAY_MS = 3_600_000;

/**
 * Sends a refund and records on the refund that it was sent, once. The refund's id is the idempotency key. If the provider has not accepted
 * it for an hour, the payer is notified, and again once the provider has accepted it. The delay is recorded before the request, because the
 * provider may not respond, and the server may stop while it waits. A refund that the provider refuses for good is not sent again, until an
 * admin does so.
 */
export async function deliverRefund(
  db: Database,
  { refundId, provider, reference, amount }: QueuedRefund,
  queuedAt = new Date(),
): Promise<void> {
  if (Date.now() - queuedAt.getTime() >= DELAY_MS) await inTransaction(db, (tx) => recordDelay(tx, refundId));
  const recipient = paymentProviderOf(provider);
  if (!recipient) throw new Error(`There is no provider ${provider} to send a refund to.`);
  // A server that stops after the refusal was recorded leaves the order in the outbox.
  if (await isRefused(db, refundId)) return;
  let providerReference: string;
  try {
    ({ providerReference } = await recipient.refund({ reference, amount, key: refundId }));
  } catch (error) {
    if (!(error instanceof RefundRefusal)) throw error;
    return inTransaction(db, (tx) => recordRefusedRefund(tx, refundId, error.message));
  }
  await inTransaction(db, async (tx) => {
    const refund = await lockTransactionRecord(tx, refundId);
    // The refund was recorded before: a queued order that survived a crash is sent again.
    if (!refund || refund.providerReference === providerReference) return;
    if (isRefusedRefund(refund)) await undoRefundRefusal(tx, refund);
    const updated = await updateTransaction(tx, refundId, { providerReference, failureReason: null });
    const message = `The provider has accepted it (${providerReference})`;
    await tx.insert(transactionEvents).values({ transactionId: refundId, kind: "taken", message });
    await appendAudit(
      tx,
      systemAuditRow("transaction.refundTaken", {
        record: transactionRecordRef(updated),
        before: { provider_reference: refund.providerReference },
        after: { provider_reference: providerReference },
      }),
    );
    if (await isAnnouncedAsLate(tx, refundId)) await notifyOfLateRefund(tx, updated, "sent");
  });
}

/** Notifies the payer that the refund is late, and records the notification, once. */
async function recordDelay(tx: Transaction, refundId: string): Promise<void> {
  const refund = await lockTransactionRecord(tx, refundId);
  if (!refund || refund.providerReference || (await isAnnouncedAsLate(tx, refundId))) return;
  const message =
    "The provider has not accepted it for an hour. The payer is notified, and it is sent again until accepted.";
  await tx.insert(transactionEvents).values({ transactionId: refundId, kind: "delayed", message });
  await appendAudit(
    tx,
    systemAuditRow("transaction.refundDelayed", { record: transactionRecordRef(refund), after: { notified: "payer" } }),
  );
  await notifyOfLateRefund(tx, refund, "delayed");
}

/** True if the payer was notified that the refund is delayed, or could not be sent. */
const isAnnouncedAsLate = async (tx: Transaction, refundId: string) =>
  (await tx.$count(
    transactionEvents,
    and(eq(transactionEvents.transactionId, refundId), inArray(transactionEvents.kind, ["delayed", "refused"])),
  )) > 0;

async function isRefused(db: Database, refundId: string): Promise<boolean> {
  const [refund] = await db.select().from(transactions).where(eq(transactions.id, refundId));
  return refund !== undefined && isRefusedRefund(refund);
}
