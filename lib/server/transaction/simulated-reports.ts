import "server-only";
import { and, asc, eq, inArray, isNotNull, ne, not, type SQL } from "drizzle-orm";
import { OPEN_TRANSACTION_STATES, PAYOUT_TYPES } from "@/lib/contract/transaction.values";
import { env } from "@/lib/env";
import type { Database } from "@/lib/server/db/client";
import { paymentMethods, transactions } from "@/lib/server/db/schema/transaction";
import { providerAmount } from "./postings";
import type { ProviderEvent } from "./provider";
import { receiveWebhook } from "./receive-webhook";
import { signSimulatedWebhook, simulatedOutcomeOf } from "./simulated-provider";
import { simulatedProviderReference } from "./simulated-reference";

/** Maximum number of payments that one call reports, so that viewers of the demo see payments completed one by one. */
const PAYMENTS_PER_CALL = 1;
/** Seconds until the simulated provider accepts a payment. */
const SECONDS_TO_ACCEPT = 3;
const OPEN_LIMIT = 200;
/** Maximum number of payouts that one call reports. Higher than for payments, because grants are paid in large batches. */
const PAYOUTS_PER_CALL = 25;

type OpenTransaction = typeof transactions.$inferSelect;

/**
 * Sends the simulated provider's due reports: signed, to the webhook handler of all providers, some repeated, out of
 * order or late. Derives them from the open transactions alone, so that a restart loses none. The next call resends a
 * report that was not accepted.
 * @returns the number of payments whose reports were accepted
 */
export async function sendSimulatedReports(db: Database, now = Date.now()): Promise<number> {
  if (env().isSimulatedProviderDown) return 0;
  const isPayout = inArray(transactions.type, [...PAYOUT_TYPES]);
  const payments = await sendReports(db, now, { which: not(isPayout), most: PAYMENTS_PER_CALL });
  // Skips payouts whose order has not arrived, because the provider does not know them.
  const payouts = and(isPayout, isNotNull(transactions.providerReference));
  return payments + (await sendReports(db, now, { which: payouts, most: PAYOUTS_PER_CALL }));
}

async function sendReports(db: Database, now: number, { which, most }: { which: SQL | undefined; most: number }) {
  const openTransactions = await db
    .select({ transaction: transactions })
    .from(transactions)
    .innerJoin(paymentMethods, eq(paymentMethods.id, transactions.methodId))
    .where(
      and(
        inArray(transactions.state, OPEN_TRANSACTION_STATES),
        eq(paymentMethods.provider, "simulated"),
        ne(transactions.channel, "wallet"),
        which,
      ),
    )
    .orderBy(asc(transactions.createdAt), asc(transactions.id))
    .limit(OPEN_LIMIT);
  let reportedCount = 0;
  for (const { transaction } of openTransactions) {
    const steps = dueSimulatedProviderEvents(transaction, (now - transaction.createdAt.getTime()) / 1_000);
    if (steps.length === 0) continue;
    let isAccepted = true;
    for (const step of steps) isAccepted = (await Promise.all(step.map(sendWebhook))).every(Boolean) && isAccepted;
    if (isAccepted && ++reportedCount === most) break;
  }
  return reportedCount;
}

/** Returns the reports due for a payment of this age in seconds. Reports of one step are sent concurrently. */
export function dueSimulatedProviderEvents(transaction: OpenTransaction, ageSeconds: number): ProviderEvent[][] {
  const { reference, state, channel, type } = transaction;
  const fate = simulatedOutcomeOf(reference, { channel, isPayout: PAYOUT_TYPES.includes(type) });
  const report = (name: string, eventFields: Pick<ProviderEvent, "state" | "message">): ProviderEvent => ({
    eventId: `${simulatedProviderReference(reference)}-${name}`,
    reference,
    amount: eventFields.state === "succeeded" ? providerAmount(transaction) : undefined,
    providerReference: simulatedProviderReference(reference),
    raw: {},
    ...eventFields,
  });
  const acceptedReport = report("taken-up", { state: "processing", message: "Accepted by provider" });
  const end = report("end", fate);
  if (ageSeconds < fate.reportAfter) {
    const isAcceptanceDue = state === "pending" && ageSeconds >= SECONDS_TO_ACCEPT && fate.reports === "in order";
    return isAcceptanceDue ? [[acceptedReport]] : [];
  }
  if (fate.reports === "twice at once") return [[end, end], [end]];
  if (fate.reports === "out of order") return [[end], [acceptedReport]];
  return [[end]];
}

/** Sends a signed event to the webhook handler. @returns whether the handler accepted it */
async function sendWebhook(event: ProviderEvent): Promise<boolean> {
  const { raw, signature } = signSimulatedWebhook(event);
  const headers = { "x-payment-signature": signature, "user-agent": "Simulated payment provider" };
  const request = new Request("http://localhost/api/webhooks/simulated", { method: "POST", body: raw, headers });
  return (await receiveWebhook("simulated", request)).ok;
}
