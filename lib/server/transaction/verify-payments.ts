import "server-only";
import { and, asc, eq, inArray, isNotNull, isNull, lt, ne, not, or, sql } from "drizzle-orm";
import { OPEN_TRANSACTION_STATES, PAYMENT_PROVIDERS, PAYOUT_TYPES } from "@/lib/contract/transaction.values";
import { inTransaction } from "@/lib/server/api/transaction";
import { appendAudit } from "@/lib/server/audit/audit";
import { systemAuditRow } from "@/lib/server/audit/system-row";
import { log } from "@/lib/server/base/log";
import type { Database } from "@/lib/server/db/client";
import { providerChecks } from "@/lib/server/db/schema/provider";
import { paymentMethods, transactions } from "@/lib/server/db/schema/transaction";
import { isProcessStopping } from "@/lib/server/process/stopping";
import { isOpenState, lockTransactionRecord, type TransactionRecord } from "./change-transaction";
import { processProviderReport } from "./process-report";
import { type ProviderReport, paymentProviderOf } from "./provider";
import { ProviderUnavailable } from "./provider-errors";
import { referenceAtProvider } from "./provider-reference";

/** Age in minutes from which an open payment is verified. Until then its webhook usually arrives. */
const FIRST_CHECK_MINUTES = 5;
/** `paymentsPerBatch`: number of payments to read at a time. `runMs`: time in ms after which a run starts no further batch. */
export const paymentVerificationLimits = { paymentsPerBatch: 50, runMs: 45_000 };

const REAL_PROVIDERS = PAYMENT_PROVIDERS.filter((name) => name !== "simulated" && name !== "ledger");

/**
 * Requests the state of open payments and payouts from the provider, because a webhook or the response to an order may be lost. A payment
 * is verified after 5 minutes, then after increasing waits, at most a day. Several servers may run it concurrently. Stops when a provider
 * does not respond.
 * @returns number of payments that got a result
 */
export async function verifyOpenPayments(db: Database): Promise<number> {
  let endedCount = 0;
  const end = Date.now() + paymentVerificationLimits.runMs;
  // Each check postpones the payment's next check, so the next batch contains other payments: many unpaid payments don't delay a paid one.
  for (let due = await duePayments(db); due.length; due = await duePayments(db))
    for (const payment of due) {
      if (isProcessStopping() || Date.now() > end) return endedCount;
      if (!(await claimCheck(db, payment.id))) continue;
      const report = await fetchReport(db, payment);
      if (report === "unavailable") return endedCount;
      if (report && (await applyResult(db, payment.id, report))) endedCount++;
    }
  return endedCount;
}

type DuePayment = Awaited<ReturnType<typeof duePayments>>[number];

const duePayments = (db: Database) =>
  db
    .select({
      id: transactions.id,
      reference: transactions.reference,
      type: transactions.type,
      channel: transactions.channel,
      createdAt: transactions.createdAt,
      provider: paymentMethods.provider,
    })
    .from(transactions)
    .innerJoin(paymentMethods, eq(paymentMethods.id, transactions.methodId))
    .leftJoin(providerChecks, eq(providerChecks.transactionId, transactions.id))
    .where(
      and(
        inArray(transactions.state, [...OPEN_TRANSACTION_STATES]),
        inArray(paymentMethods.provider, REAL_PROVIDERS),
        ne(transactions.type, "refund"),
        lt(transactions.createdAt, sql`now() - make_interval(mins => ${FIRST_CHECK_MINUTES})`),
        or(isNull(providerChecks.nextAt), lt(providerChecks.nextAt, sql`now()`)),
        // Skips payouts whose order the provider has not received: the outbox sends the order again.
        or(not(inArray(transactions.type, [...PAYOUT_TYPES])), isNotNull(transactions.providerReference)),
      ),
    )
    .orderBy(asc(transactions.createdAt), asc(transactions.id))
    .limit(paymentVerificationLimits.paymentsPerBatch);

/** Schedules the next check of a payment before the current check runs. @returns false if another server has already scheduled it */
async function claimCheck(db: Database, transactionId: string): Promise<boolean> {
  const claimed = await db
    .insert(providerChecks)
    .values({ transactionId, checks: 1, nextAt: sql`now() + interval '5 minutes'` })
    .onConflictDoUpdate({
      target: providerChecks.transactionId,
      set: {
        checks: sql`${providerChecks.checks} + 1`,
        nextAt: sql`now() + least(make_interval(mins => (5 * power(2, least(${providerChecks.checks}, 10)))::int), interval '1 day')`,
      },
      setWhere: sql`${providerChecks.nextAt} < now()`,
    })
    .returning({ id: providerChecks.transactionId });
  return claimed.length > 0;
}

/** Returns the provider's report of a payment; null if it has none, "unavailable" if the provider does not respond. */
async function fetchReport(db: Database, payment: DuePayment): Promise<ProviderReport | "unavailable" | null> {
  const provider = paymentProviderOf(payment.provider);
  if (!provider) return null;
  const { reference, expiresAt } = await referenceAtProvider(db, payment);
  const isPayout = PAYOUT_TYPES.includes(payment.type);
  try {
    return await provider.verify(reference, { channel: payment.channel, isPayout, expiresAt });
  } catch (error) {
    if (error instanceof ProviderUnavailable) return "unavailable";
    log.warn({ err: error, reference }, "a payment could not be verified");
    return null;
  }
}

/** Applies a provider's report if it contains a result. @returns true if the report completed the payment */
const applyResult = (db: Database, id: string, report: ProviderReport): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    const payment: TransactionRecord | undefined = await lockTransactionRecord(tx, id);
    // Skips payments that are still processing, so that checks add no events.
    if (!payment || !isOpenState(payment.state) || report.state === "processing") return false;
    const auditValues = { provider_says: report.message };
    for (const entry of await processProviderReport(tx, payment, report, { kind: "requery" }, auditValues))
      await appendAudit(tx, systemAuditRow("transaction.verified", entry));
    return true;
  });
