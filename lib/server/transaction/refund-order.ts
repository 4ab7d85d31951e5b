import "server-only";
import { eq } from "drizzle-orm";
import type { Database, Transaction } from "@/lib/server/db/client";
import { outbox, type QueuedRefund } from "@/lib/server/db/schema/admin";
import { paymentMethods, transactions } from "@/lib/server/db/schema/transaction";
import { providerOf } from "./provider";
import type { TransactionRecord } from "./settle";

/**
 * What came by a provider goes back by it: ordered in the transaction of the refund, sent after its commit and until the
 * provider has it. Sent before, a crash in between would give back money that our books know nothing of.
 */
export async function queueRefund(
  tx: Transaction,
  { methodId, reference, channel }: TransactionRecord,
  { refundId, amount }: { refundId: string; amount: number },
): Promise<void> {
  if (!methodId || channel === "wallet") return;
  const [method] = await tx.select().from(paymentMethods).where(eq(paymentMethods.id, methodId));
  if (!method || !providerOf(method.provider)) return;
  const payload: QueuedRefund = { refundId, provider: method.provider, reference, amount };
  await tx.insert(outbox).values({ kind: "refund", payload });
}

/** Sends it. The refund's id is the key by which the provider knows a repeat. */
export async function deliverRefund(db: Database, { refundId, provider, reference, amount }: QueuedRefund) {
  const order = { reference, amount, key: refundId };
  const sent = await providerOf(provider)?.refund(order);
  if (!sent) throw new Error(`There is no provider ${provider} to send a refund to.`);
  const { providerReference } = sent;
  await db.update(transactions).set({ providerReference }).where(eq(transactions.id, refundId));
}
