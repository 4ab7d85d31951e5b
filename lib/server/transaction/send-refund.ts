import "server-only";
import { eq } from "drizzle-orm";
import { inTransaction } from "@/lib/server/api/transaction";
import { appendAudit } from "@/lib/server/audit/audit";
import type { Database, Transaction } from "@/lib/server/db/client";
import { outbox, type QueuedRefund } from "@/lib/server/db/schema/outbox";
import { paymentMethods, transactionEvents } from "@/lib/server/db/schema/transaction";
import { changeTransaction, lockTransaction, type TransactionRecord, transactionRecord } from "./change-transaction";
import { isPaidByProvider } from "./postings";
import { providerOf } from "./provider";

/**
 * Queues a refund at the provider that processed the payment, in the refund's own transaction. It is sent after the
 * commit and retried until the provider has it. If it were sent earlier, a crash could cause a refund missing in our
 * ledger.
 * @returns whether there is a provider
 */
export async function queueRefund(
  tx: Transaction,
  payment: TransactionRecord,
  { refundId, amount }: { refundId: string; amount: number },
): Promise<boolean> {
  const { methodId, reference } = payment;
  if (!methodId || !isPaidByProvider(payment)) return false;
  const [method] = await tx.select().from(paymentMethods).where(eq(paymentMethods.id, methodId));
  if (!method || !providerOf(method.provider)) return false;
  const payload: QueuedRefund = { refundId, provider: method.provider, reference, amount };
  await tx.insert(outbox).values({ kind: "refund", payload });
  return true;
}

/** Sends a refund and records that on it, once. The refund's id is the idempotency key. */
export async function deliverRefund(db: Database, { refundId, provider, reference, amount }: QueuedRefund) {
  const order = { reference, amount, key: refundId };
  const providerAnswer = await providerOf(provider)?.refund(order);
  if (!providerAnswer) throw new Error(`There is no provider ${provider} to send a refund to.`);
  const { providerReference } = providerAnswer;
  await inTransaction(db, async (tx) => {
    const refund = await lockTransaction(tx, refundId);
    // It was recorded before: a queued order that survived a crash is sent again.
    if (!refund || refund.providerReference === providerReference) return;
    const updated = await changeTransaction(tx, refundId, { providerReference });
    const message = `The provider has accepted it (${providerReference})`;
    await tx.insert(transactionEvents).values({ transactionId: refundId, kind: "taken", message });
    const record = transactionRecord(updated);
    await appendAudit(tx, {
      at: new Date(),
      adminId: null,
      adminName: null,
      action: "transaction.refundTaken",
      outcome: "done",
      refusal: null,
      recordType: record.type,
      recordId: record.id,
      recordName: record.name,
      before: { provider_reference: refund.providerReference },
      after: { provider_reference: providerReference },
      address: "",
      device: "",
      requestId: "",
    });
  });
}
