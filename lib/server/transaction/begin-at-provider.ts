import "server-only";
import { and, desc, eq, sql } from "drizzle-orm";
import type { Checkout } from "@/lib/contract/transaction.app";
import { PAYOUT_TYPES } from "@/lib/contract/transaction.values";
import { inTransaction } from "@/lib/server/api/transaction";
import { appendAudit } from "@/lib/server/audit/audit";
import { systemAuditRow } from "@/lib/server/audit/system-row";
import type { Database, Queryable } from "@/lib/server/db/client";
import { paymentCheckouts } from "@/lib/server/db/schema/provider";
import { paymentMethods, transactions } from "@/lib/server/db/schema/transaction";
import { isOpenState, lockTransactionRecord, type TransactionRecord } from "./change-transaction";
import { providerAmount } from "./postings";
import { processProviderReport } from "./process-report";
import { type PaymentProvider, paymentProviderOf } from "./provider";
import { DuplicateBeginError, ProviderRejection, ProviderUnavailable } from "./provider-errors";

/** Maximum number of attempts to begin a payment. Each lost response uses one. */
const MAX_ATTEMPTS = 9;
/** Seconds for which a running request to the provider prevents another request for the same payment. */
const CLAIM_SECONDS = 30;
/** Time in ms after which a call makes no further attempt to begin the payment. The app's next request makes further attempts. */
const MAX_MS = 20_000;

/**
 * Begins a committed payment at its provider, once, and stores how the citizen pays. Keeps no connection or lock while the provider
 * responds. If the provider refuses, the payment fails with the provider's reason. After an unknown response, the payment stays open: if
 * the app repeats its request, the payment is begun again, and the timed task `verify-payments` looks up its state.
 * @throws {ProviderUnavailable} if the response is unknown
 */
export async function beginPaymentAtProvider(
  db: Database,
  transactionId: string,
  ussdBankCode?: string,
): Promise<void> {
  const [found] = await db
    .select({ payment: transactions, provider: paymentMethods.provider })
    .from(transactions)
    .innerJoin(paymentMethods, eq(paymentMethods.id, transactions.methodId))
    .where(eq(transactions.id, transactionId));
  if (!found || !isOpenState(found.payment.state) || PAYOUT_TYPES.includes(found.payment.type)) return;
  const provider = paymentProviderOf(found.provider);
  if (!provider) return;
  const latest = await latestAttempt(db, transactionId);
  if (latest.isBegun) return;
  const startedAt = Date.now();
  for (let attempt = latest.number; attempt <= MAX_ATTEMPTS && Date.now() - startedAt < MAX_MS; attempt++)
    if (await beginAttempt(db, { provider, payment: found.payment, attempt, ussdBankCode })) return;
  throw new ProviderUnavailable("The payment provider", "server");
}

async function latestAttempt(db: Queryable, transactionId: string) {
  const [latest] = await db
    .select()
    .from(paymentCheckouts)
    .where(eq(paymentCheckouts.transactionId, transactionId))
    .orderBy(desc(paymentCheckouts.attempt))
    .limit(1);
  return { number: latest?.attempt ?? 1, isBegun: Boolean(latest?.checkout) };
}

type Attempt = { provider: PaymentProvider; payment: TransactionRecord; attempt: number; ussdBankCode?: string };

/** Makes one attempt. @returns false if the provider already knows the reference, because the response to an earlier request was lost */
async function beginAttempt(db: Database, { provider, payment, attempt, ussdBankCode }: Attempt): Promise<boolean> {
  const reference = attempt === 1 ? payment.reference : `${payment.reference}-${attempt}`;
  const claimedAt = await claimAttempt(db, { reference, transactionId: payment.id, attempt });
  if (!claimedAt) throw new ProviderUnavailable("The payment provider", "timeout");
  const { channel, userId } = payment;
  const amount = providerAmount(payment);
  try {
    const checkout = await provider.begin({ reference, amount, channel, userId, bankCode: ussdBankCode });
    const isSaved = await endClaim(db, { reference, claimedAt }, checkout);
    if (!isSaved) throw new ProviderUnavailable("The payment provider", "timeout");
    return true;
  } catch (error) {
    await endClaim(db, { reference, claimedAt });
    if (error instanceof DuplicateBeginError) return false;
    if (!(error instanceof ProviderRejection)) throw error;
    await failUnbegun(db, payment.id, error.message);
    return true;
  }
}

/**
 * Claims an attempt, so that a concurrent request does not begin it too.
 * @returns the time of the claim; null if another request has claimed the attempt
 */
async function claimAttempt(db: Database, row: { reference: string; transactionId: string; attempt: number }) {
  const [claimed] = await db
    .insert(paymentCheckouts)
    .values({ ...row, claimedAt: sql`now()` })
    .onConflictDoUpdate({
      target: paymentCheckouts.reference,
      set: { claimedAt: sql`now()` },
      setWhere: sql`${paymentCheckouts.checkout} is null and (${paymentCheckouts.claimedAt} is null or ${paymentCheckouts.claimedAt} < now() - make_interval(secs => ${CLAIM_SECONDS}))`,
    })
    .returning({ claimedAt: paymentCheckouts.claimedAt });
  return claimed?.claimedAt ?? null;
}

/**
 * Ends a claim, and stores the checkout if there is one. Stores nothing if the provider took longer than the claim lasts and
 * another request has claimed the attempt: that request begins a further attempt, and the citizen could pay at two checkouts.
 * @returns false if the claim is lost
 */
async function endClaim(db: Database, claim: { reference: string; claimedAt: Date }, checkout?: Checkout) {
  const ended = await db
    .update(paymentCheckouts)
    .set({ claimedAt: null, ...(checkout && { checkout, expiresAt: new Date(checkout.expires_at) }) })
    .where(and(eq(paymentCheckouts.reference, claim.reference), eq(paymentCheckouts.claimedAt, claim.claimedAt)))
    .returning({ reference: paymentCheckouts.reference });
  return ended.length > 0;
}

/** Fails a payment that the provider has refused to begin. */
const failUnbegun = (db: Database, transactionId: string, message: string) =>
  inTransaction(db, async (tx) => {
    const payment = await lockTransactionRecord(tx, transactionId);
    if (!payment || !isOpenState(payment.state)) return;
    const report = {
      reference: payment.reference,
      state: "failed",
      providerReference: null,
      message,
      raw: {},
    } as const;
    for (const entry of await processProviderReport(tx, payment, report, { kind: "attempt" }, {}))
      await appendAudit(tx, systemAuditRow("transaction.notBegun", entry));
  });
