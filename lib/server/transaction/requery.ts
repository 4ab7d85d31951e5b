import "server-only";
import { eq } from "drizzle-orm";
import { transactionId } from "@/lib/contract/transaction";
import { isRequeryable, PAYOUT_TYPES } from "@/lib/contract/transaction.values";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import type { Queryable } from "@/lib/server/db/client";
import { paymentMethods, transactions } from "@/lib/server/db/schema/transaction";
import { isOpenState, lockTransactionRecord } from "./change-transaction";
import { processProviderReport } from "./process-report";
import { type ProviderReport, paymentProviderOf } from "./provider";
import { referenceAtProvider } from "./provider-reference";
import { readTransactionDetails } from "./single";

/**
 * Requests from the provider the state of a transaction whose money has not moved. Keeps neither connection nor lock while waiting, so that
 * a slow provider blocks no other request, and the provider's own webhook may arrive first.
 * @returns null if the transaction is unknown, its money has moved, or it has no provider; the handler then refuses the call
 * @throws 409 for a payout whose order was not sent yet, or never will be
 */
export async function fetchProviderReport(db: Queryable, input: unknown): Promise<ProviderReport | null> {
  const { data } = transactionId.safeParse(input);
  if (!data) return null;
  const [stored] = await db.select().from(transactions).where(eq(transactions.id, data.transactionId));
  if (!stored?.methodId || !isRequeryable(stored.state)) return null;
  // Excludes orders that the provider has not received: no money has moved for them.
  const isPayout = PAYOUT_TYPES.includes(stored.type);
  if (isPayout && !stored.providerReference)
    throw refuse.conflict(
      isOpenState(stored.state)
        ? "The order has not reached the provider yet. Try again in a minute."
        : "The order never reached the provider, so there is nothing to ask for.",
      await readTransactionDetails(db, stored.id),
    );
  const [method] = await db.select().from(paymentMethods).where(eq(paymentMethods.id, stored.methodId));
  const provider = method && paymentProviderOf(method.provider);
  if (!provider) return null;
  const { reference, expiresAt } = await referenceAtProvider(db, stored);
  return provider.verify(reference, { channel: stored.channel, isPayout, expiresAt });
}

/**
 * Applies the provider's response to a transaction without a result. A failed or expired transaction keeps its state; if it received
 * money after all, the money is posted to suspense.
 * @throws 404; 409 if the transaction's money has moved, or it has no provider
 */
export async function requeryTransaction({ tx, audit }: WriteContext, id: string, report: ProviderReport | null) {
  const transaction = await lockTransactionRecord(tx, id);
  if (!transaction) throw refuse.notFound("transaction");
  if (!isRequeryable(transaction.state))
    throw refuse.conflict(
      `This transaction is ${transaction.state.replace("_", " ")}, so there is nothing to ask for.`,
      await readTransactionDetails(tx, id),
    );
  if (!report) throw refuse.conflict("This transaction has no payment provider to check with.");
  const auditValues = { provider_says: report.message };
  for (const entry of await processProviderReport(tx, transaction, report, { kind: "requery" }, auditValues))
    audit(entry);
  return readTransactionDetails(tx, id);
}
