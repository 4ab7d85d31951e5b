import "server-only";
import { eq } from "drizzle-orm";
import type { HandlerContext } from "@/lib/server/context";
import type { Transaction } from "@/lib/server/db/client";
import { paymentMethods, transactions } from "@/lib/server/db/schema/transaction";
import { refuse } from "@/lib/server/errors";
import { providerOf } from "./provider";
import { applyReport, lockTransaction, transactionRecord } from "./settle";
import { transactionSingle } from "./single";

/**
 * Asks the provider how an undecided transaction stands, and follows it.
 * @throws 404; 409 when it is decided, or has no provider to ask
 */
export async function requeryTransaction({ db, audit }: HandlerContext, transactionId: string) {
  const tx = db as Transaction;
  const [seen] = await tx.select().from(transactions).where(eq(transactions.id, transactionId));
  await refuseDecided(tx, seen);
  const [method] = seen?.methodId
    ? await tx.select().from(paymentMethods).where(eq(paymentMethods.id, seen.methodId))
    : [];
  const provider = method && providerOf(method.provider);
  if (!seen || !provider) throw refuse.conflict("This transaction has no payment provider that could be asked.");
  // Before the lock: what the provider reports by itself meanwhile waits for nobody, and may have decided it.
  const report = await provider.verify(seen.reference);
  const transaction = await refuseDecided(tx, await lockTransaction(tx, transactionId));
  const after = await applyReport(tx, transaction, report, { kind: "requery" });
  audit({
    record: transactionRecord(after),
    before: { state: transaction.state },
    after: { state: after.state, provider_says: report.message },
  });
  return transactionSingle(tx, transactionId);
}

async function refuseDecided<T extends typeof transactions.$inferSelect>(tx: Transaction, transaction: T | undefined) {
  if (!transaction) throw refuse.notFound("transaction");
  if (transaction.state === "pending" || transaction.state === "processing") return transaction;
  throw refuse.conflict(
    `This transaction is ${transaction.state.replace("_", " ")}, so there is nothing to ask for.`,
    await transactionSingle(tx, transaction.id),
  );
}
