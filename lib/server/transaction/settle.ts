import "server-only";
import { eq, sql } from "drizzle-orm";
import { SYSTEM_ACCOUNT_IDS as IDS } from "@/lib/contract/ledger.values";
import type { TransactionState } from "@/lib/contract/transaction.values";
import type { Transaction } from "@/lib/server/db/client";
import { transactionEvents, transactions } from "@/lib/server/db/schema/transaction";
import { Refusal } from "@/lib/server/errors";
import { postEntry } from "@/lib/server/ledger/post";
import { comesFromOutside, paymentPostings } from "./postings";
import type { ProviderReport } from "./provider";

export type TransactionRecord = typeof transactions.$inferSelect;
type EventRow = typeof transactionEvents.$inferInsert;

/** How a transaction's audit rows and entries name it. */
export const TRANSACTION = "transaction";

export const transactionRecord = ({ id, reference }: TransactionRecord) => ({
  type: TRANSACTION,
  id,
  name: reference,
});

export async function lockTransaction(tx: Transaction, id: string): Promise<TransactionRecord | undefined> {
  const [found] = await tx.select().from(transactions).where(eq(transactions.id, id)).for("update");
  return found;
}

export async function changeTransaction(
  tx: Transaction,
  id: string,
  values: Partial<typeof transactions.$inferInsert>,
): Promise<TransactionRecord> {
  const [changed] = await tx
    .update(transactions)
    .set({ ...values, version: sql`${transactions.version} + 1` })
    .where(eq(transactions.id, id))
    .returning();
  if (!changed) throw new Error(`Transaction ${id} vanished.`);
  return changed;
}

const isOpen = (state: TransactionState) => state === "pending" || state === "processing";

/**
 * Brings a transaction, which the caller has locked, to where the provider says it stands; money moves with it, once.
 * What comes late, doubled or out of order changes nothing that is decided; money for a payment that was given up lies
 * on suspense until somebody clears it.
 */
export async function applyReport(
  tx: Transaction,
  transaction: TransactionRecord,
  report: ProviderReport,
  event: Pick<EventRow, "kind" | "providerEventId">,
): Promise<TransactionRecord> {
  const from = transaction.state;
  const note = (toState: TransactionState | null, message: string) =>
    tx.insert(transactionEvents).values({
      transactionId: transaction.id,
      ...event,
      fromState: toState ? from : null,
      toState,
      message,
      raw: report.raw,
    });
  if (!isOpen(from)) {
    const isLate = report.state === "succeeded" && (from === "failed" || from === "expired");
    if (isLate) await bookLate(tx, transaction);
    await note(
      null,
      isLate
        ? `${report.message}: paid after it had ${from}, booked on suspense`
        : `${report.message}: nothing to do, it is ${from.replace("_", " ")}`,
    );
    return transaction;
  }
  const common = { providerReference: transaction.providerReference ?? report.providerReference };
  let current = transaction;
  // The way leads through processing, also where the provider's first word is its last.
  if (from === "pending") current = await changeTransaction(tx, transaction.id, { ...common, state: "processing" });
  if (report.state === "processing") {
    await note(from === "pending" ? "processing" : null, report.message);
    return current;
  }
  if (report.state !== "succeeded") {
    await note(report.state, report.message);
    return changeTransaction(tx, transaction.id, {
      ...common,
      state: report.state,
      failureReason: report.message,
      completedAt: new Date(),
    });
  }
  const booked = await bookPayment(tx, current);
  if (!(booked instanceof Date)) {
    // What came from outside is here, though the wallet may not take it: somebody has to find out whose it stays.
    const isHere = comesFromOutside(current);
    if (isHere) await bookLate(tx, current);
    const reason = isHere ? `${booked.message} The payment is on suspense.` : booked.message;
    await note("failed", reason);
    return changeTransaction(tx, transaction.id, {
      ...common,
      state: "failed",
      failureReason: reason,
      completedAt: new Date(),
    });
  }
  await note("succeeded", report.message);
  return changeTransaction(tx, transaction.id, { ...common, state: "succeeded", completedAt: booked });
}

/** The ledger entry of a payment. @returns when it was posted, or why a wallet can't give or take it */
async function bookPayment(tx: Transaction, transaction: TransactionRecord): Promise<Date | Refusal> {
  try {
    const { entry } = await postEntry(tx, {
      key: `transaction:${transaction.id}`,
      kind: "transaction",
      description: `${transaction.description || transaction.type.replaceAll("_", " ")} (${transaction.reference})`,
      source: { type: TRANSACTION, id: transaction.id },
      postedBy: null,
      postings: paymentPostings(transaction),
    });
    return entry.postedAt;
  } catch (error) {
    if (error instanceof Refusal && error.status === 409) return error;
    throw error;
  }
}

/** Money that came for a payment that had been given up: ours it is not, whose it is somebody has to find out. */
const bookLate = (tx: Transaction, { id, reference, amount, fee }: TransactionRecord) =>
  postEntry(tx, {
    key: `transaction:${id}:late`,
    kind: "transaction",
    description: `Late payment (${reference})`,
    source: { type: TRANSACTION, id },
    postedBy: null,
    postings: [
      { accountId: IDS.settlement_float, amount: -(amount + fee) },
      { accountId: IDS.suspense, amount: amount + fee },
    ],
  });
