import "server-only";
import { eq } from "drizzle-orm";
import { transactionId } from "@/lib/contract/transaction";
import { isAskable, PAYOUT_TYPES } from "@/lib/contract/transaction.values";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import type { Queryable } from "@/lib/server/db/client";
import { paymentMethods, transactions } from "@/lib/server/db/schema/transaction";
import { isOpen, lockTransaction } from "./change-transaction";
import { type ProviderReport, providerOf } from "./provider";
import { transactionSingle } from "./single";
import { takeReport } from "./take-report";

/**
 * Asks the provider how a transaction stands that has no money yet. Holds no connection and no lock in the meantime: however long the
 * provider takes, nobody else waits, and what it reports by itself may decide the transaction.
 * @returns null where there is nothing or nobody to ask, which the handler refuses
 * @throws 409 for a payout whose order has not left yet, or never did
 */
export async function askProvider(db: Queryable, input: unknown): Promise<ProviderReport | null> {
  const { data } = transactionId.safeParse(input);
  if (!data) return null;
  const [seen] = await db.select().from(transactions).where(eq(transactions.id, data.transactionId));
  if (!seen?.methodId || !isAskable(seen.state)) return null;
  // A provider may answer for what it has never been sent, and money would be booked that nobody moved.
  const isPayout = PAYOUT_TYPES.includes(seen.type);
  if (isPayout && !seen.providerReference)
    throw refuse.conflict(
      isOpen(seen.state)
        ? "The order has not reached the provider yet. Try again in a minute."
        : "The order never reached the provider, so there is nothing to ask for.",
      await transactionSingle(db, seen.id),
    );
  const [method] = await db.select().from(paymentMethods).where(eq(paymentMethods.id, seen.methodId));
  const provider = method && providerOf(method.provider);
  return provider ? provider.verify(seen.reference, { channel: seen.channel, isPayout }) : null;
}

/**
 * Brings an undecided transaction to where its provider says that it stands; what failed or expired stays so, and money
 * that came for it after all is booked on suspense.
 * @throws 404; 409 when its money has moved, or it has no provider to ask
 */
export async function requeryTransaction({ tx, audit }: WriteContext, id: string, report: ProviderReport | null) {
  const transaction = await lockTransaction(tx, id);
  if (!transaction) throw refuse.notFound("transaction");
  if (!isAskable(transaction.state))
    throw refuse.conflict(
      `This transaction is ${transaction.state.replace("_", " ")}, so there is nothing to ask for.`,
      await transactionSingle(tx, id),
    );
  if (!report) throw refuse.conflict("This transaction has no payment provider that could be asked.");
  const said = { provider_says: report.message };
  for (const entry of await takeReport(tx, transaction, report, { kind: "requery" }, said)) audit(entry);
  return transactionSingle(tx, id);
}
