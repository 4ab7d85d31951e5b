import "server-only";
import { eq } from "drizzle-orm";
import type { z } from "zod";
import { SYSTEM_ACCOUNT_IDS as IDS } from "@/lib/contract/ledger.values";
import type { disputeForm } from "@/lib/contract/transaction";
import type { HandlerContext } from "@/lib/server/context";
import type { Transaction } from "@/lib/server/db/client";
import { paymentMethods, transactionEvents, transactions } from "@/lib/server/db/schema/transaction";
import { refuse } from "@/lib/server/errors";
import { postEntry } from "@/lib/server/ledger/post";
import { providerOf } from "./provider";
import { applyReport, changeTransaction, lockTransaction, TRANSACTION, transactionRecord } from "./settle";
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

/**
 * Marks a transaction as disputed, or says how the dispute ended. What is lost goes out of the float against suspense,
 * where finance clears it. @throws 404; 409 when changed since, or when this is no way from its state
 */
export async function disputeTransaction({ db, audit }: HandlerContext, input: z.output<typeof disputeForm>) {
  const tx = db as Transaction;
  const transaction = await lockTransaction(tx, input.transactionId);
  if (!transaction) throw refuse.notFound("transaction");
  const current = () => transactionSingle(tx, transaction.id);
  if (transaction.version !== input.version)
    throw refuse.conflict("This transaction changed since you opened it. Look at what is new.", await current());
  const from = input.state === "disputed" ? "succeeded" : "disputed";
  if (transaction.state !== from || transaction.type === "refund")
    throw refuse.conflict(
      `This transaction is ${transaction.state.replace("_", " ")}: it can't become ${input.state}.`,
      await current(),
    );
  if (input.state === "lost")
    await postEntry(tx, {
      key: `transaction:${transaction.id}:lost`,
      kind: "transaction",
      description: `Dispute lost (${transaction.reference})`,
      source: { type: TRANSACTION, id: transaction.id },
      postedBy: null,
      postings: [
        { accountId: IDS.suspense, amount: -transaction.amount },
        { accountId: IDS.settlement_float, amount: transaction.amount },
      ],
    });
  await tx.insert(transactionEvents).values({
    transactionId: transaction.id,
    kind: "dispute",
    fromState: transaction.state,
    toState: input.state,
    message: input.reason,
  });
  const after = await changeTransaction(tx, transaction.id, { state: input.state });
  audit({
    record: transactionRecord(after),
    before: { state: transaction.state },
    after: { state: after.state, reason: input.reason },
  });
  return current();
}
