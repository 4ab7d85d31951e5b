import "server-only";
import { and, asc, eq } from "drizzle-orm";
import { appendAudit } from "@/lib/server/audit";
import { rowByNobody } from "@/lib/server/audit-by-nobody";
import type { Database, Queryable, Transaction } from "@/lib/server/db/client";
import { outbox, type QueuedPayout } from "@/lib/server/db/schema/admin";
import { grantApplications } from "@/lib/server/db/schema/grant";
import { paymentMethods, transactionEvents, transactions } from "@/lib/server/db/schema/transaction";
import { decrypt } from "@/lib/server/secret";
import { inTransaction } from "@/lib/server/spine";
import { providerOf } from "./provider";
import { changeTransaction, isOpen, lockTransaction, transactionRecord } from "./settle";

/** The method that pays grants into bank accounts: the first that is switched on; undefined where there is none. */
export async function payoutMethod(db: Queryable) {
  const methods = await db
    .select()
    .from(paymentMethods)
    .where(and(eq(paymentMethods.channel, "bank_transfer"), eq(paymentMethods.enabled, true)))
    .orderBy(asc(paymentMethods.position), asc(paymentMethods.id));
  return methods.find(({ provider }) => providerOf(provider));
}

/** Orders payouts, at least one, in the transaction that puts them on record: they leave after the commit, or never existed. Says nothing of accounts. */
export async function queuePayouts(tx: Transaction, payouts: readonly QueuedPayout[]): Promise<void> {
  await tx.insert(outbox).values(payouts.map((payload) => ({ kind: "payout" as const, payload })));
}

/**
 * Sends it, and says so on the transaction, once. The transaction's id is the key by which the provider knows a repeat. The
 * account number is in clear only here.
 */
export async function deliverPayout(db: Database, { transactionId, applicationId, provider }: QueuedPayout) {
  const [payment] = await db.select().from(transactions).where(eq(transactions.id, transactionId));
  // Decided before it was sent again: the provider has it.
  if (!payment || !isOpen(payment.state)) return;
  const sent = await providerOf(provider)?.payout({
    reference: payment.reference,
    amount: payment.amount,
    key: transactionId,
    ...(await accountOf(db, applicationId)),
  });
  if (!sent) throw new Error(`There is no provider ${provider} to send a payout to.`);
  const { providerReference } = sent;
  await inTransaction(db, async (tx) => {
    const before = await lockTransaction(tx, transactionId);
    if (!before || before.providerReference === providerReference) return;
    const after = await changeTransaction(tx, transactionId, { providerReference });
    const message = `The provider has taken it (${providerReference})`;
    await tx.insert(transactionEvents).values({ transactionId, kind: "taken", message });
    const entry = {
      record: transactionRecord(after),
      before: { provider_reference: before.providerReference },
      after: { provider_reference: providerReference },
    };
    await appendAudit(tx, rowByNobody("grant.payoutTaken", entry));
  });
}

async function accountOf(db: Queryable, applicationId: string) {
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
