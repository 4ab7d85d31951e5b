import "server-only";
import { eq } from "drizzle-orm";
import { inTransaction } from "@/lib/server/api/transaction";
import { appendAudit } from "@/lib/server/audit/audit";
import { systemAuditRow } from "@/lib/server/audit/system-row";
import { decrypt } from "@/lib/server/base/secret";
import type { Database, Queryable, Transaction } from "@/lib/server/db/client";
import { grantApplications } from "@/lib/server/db/schema/grant";
import { outbox, type QueuedPayout } from "@/lib/server/db/schema/outbox";
import { transactionEvents, withdrawals } from "@/lib/server/db/schema/transaction";
import { ALREADY_PAID_OUT_MESSAGE, wasAnyAttemptPaidOut } from "@/lib/server/grant/late-payments";
import {
  isOpenState,
  lockTransactionRecord,
  type TransactionRecord,
  transactionRecordRef,
  updateTransaction,
} from "./change-transaction";
import { checkAccountName } from "./check-account-name";
import { PayoutRefusal } from "./payout-refusal";
import { processProviderReport } from "./process-report";
import { type PaymentProvider, paymentProviderOf } from "./provider";

/** Queues payouts in the transaction that saves them, so that they are sent only after a commit. */
export async function queuePayouts(tx: Transaction, payouts: readonly QueuedPayout[]): Promise<void> {
  await tx.insert(outbox).values(payouts.map((payload) => ({ kind: "payout" as const, payload })));
}

/**
 * Sends a payout and records on the transaction that it was sent, once. The transaction's id is the idempotency key. Only this function
 * reads the account number in plain text. A payout whose account has another name at the bank waits for an admin's decision. A payout that
 * must not be sent, or that the provider finally refuses, fails.
 */
export async function deliverPayout(db: Database, { transactionId, applicationId, provider }: QueuedPayout) {
  const payment = await inTransaction(db, (tx) => lockPayoutToSend(tx, transactionId));
  if (!payment) return;
  const order = { reference: payment.reference, amount: payment.amount, key: transactionId };
  const recipient = paymentProviderOf(provider);
  if (!recipient) throw new Error(`There is no provider ${provider} to send a payout to.`);
  let providerAnswer: Awaited<ReturnType<PaymentProvider["payout"]>>;
  try {
    const account = await (applicationId ? applicantAccount(db, applicationId) : withdrawalAccount(db, transactionId));
    if (!(await checkAccountName(db, payment, recipient, account))) return;
    providerAnswer = await recipient.payout({ ...order, ...account });
  } catch (error) {
    if (!(error instanceof PayoutRefusal)) throw error;
    await inTransaction(db, async (tx) => {
      const openPayment = await lockTransactionRecord(tx, transactionId);
      if (openPayment && isOpenState(openPayment.state)) await failUnsentPayout(tx, openPayment, error.message);
    });
    return;
  }
  const { providerReference } = providerAnswer;
  await inTransaction(db, (tx) => saveProviderReference(tx, transactionId, providerReference));
}

/** Locks a payout. Returns null if the payout must not be sent: the provider has it, it is completed, or an earlier attempt was paid. */
async function lockPayoutToSend(tx: Transaction, transactionId: string): Promise<TransactionRecord | null> {
  const payment = await lockTransactionRecord(tx, transactionId);
  if (!payment || !isOpenState(payment.state) || payment.providerReference) return null;
  if (!(await wasAnyAttemptPaidOut(tx, transactionId))) return payment;
  await failUnsentPayout(tx, payment, ALREADY_PAID_OUT_MESSAGE);
  return null;
}

/**
 * Fails a payout that the provider does not have, as a report of failure would. For a grant, its row in the payout batch fails and may be
 * retried.
 */
async function failUnsentPayout(tx: Transaction, payment: TransactionRecord, message: string): Promise<void> {
  const { reference, providerReference } = payment;
  const report = { reference, state: "failed", providerReference, message, raw: {} } as const;
  for (const entry of await processProviderReport(tx, payment, report, { kind: "attempt" }, {}))
    await appendAudit(tx, systemAuditRow(`${auditModuleOf(payment)}.payoutNotSent`, entry));
}

async function saveProviderReference(tx: Transaction, transactionId: string, providerReference: string): Promise<void> {
  const transaction = await lockTransactionRecord(tx, transactionId);
  if (!transaction || transaction.providerReference === providerReference) return;
  const updated = await updateTransaction(tx, transactionId, { providerReference });
  const message = `The provider has accepted it (${providerReference})`;
  await tx.insert(transactionEvents).values({ transactionId, kind: "taken", message });
  const entry = {
    record: transactionRecordRef(updated),
    before: { provider_reference: transaction.providerReference },
    after: { provider_reference: providerReference },
  };
  await appendAudit(tx, systemAuditRow(`${auditModuleOf(transaction)}.payoutTaken`, entry));
}

/** Returns the module whose audit rows record the payout. */
const auditModuleOf = ({ type }: TransactionRecord) => (type === "grant_payout" ? "grant" : "transaction");

async function applicantAccount(db: Queryable, applicationId: string) {
  const [application] = await db
    .select({
      bankCode: grantApplications.bankCode,
      accountNumber: grantApplications.accountNumber,
      accountName: grantApplications.accountName,
    })
    .from(grantApplications)
    .where(eq(grantApplications.id, applicationId));
  if (!application?.accountNumber || !application.bankCode)
    throw new Error(`Application ${applicationId} has no bank account.`);
  return {
    bank_code: application.bankCode,
    account_number: decrypt(application.accountNumber),
    account_name: application.accountName ?? "",
  };
}

async function withdrawalAccount(db: Queryable, transactionId: string) {
  const [withdrawal] = await db.select().from(withdrawals).where(eq(withdrawals.transactionId, transactionId));
  if (!withdrawal) throw new Error(`Transaction ${transactionId} has no bank account.`);
  return {
    bank_code: withdrawal.bankCode,
    account_number: decrypt(withdrawal.accountNumber),
    account_name: withdrawal.accountName,
  };
}
