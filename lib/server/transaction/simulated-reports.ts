import "server-only";
import { and, asc, eq, inArray, isNotNull, ne, not, type SQL } from "drizzle-orm";
import { OPEN_STATES, PAYOUT_TYPES } from "@/lib/contract/transaction.values";
import type { Database } from "@/lib/server/db/client";
import { paymentMethods, transactions } from "@/lib/server/db/schema/transaction";
import { movedOf } from "./postings";
import type { ProviderEvent } from "./provider";
import { receiveWebhook } from "./receive-webhook";
import { fateOf, numberOf, signedWebhook } from "./simulated-provider";

/** So few at once that anyone who watches the demo sees one payment after the other being decided. */
const AT_ONCE = 1;
/** Seconds until the provider has taken a payment up. */
const TAKEN_UP_AFTER = 3;
const LOOKED_AT = 200;
/** Grants are paid out many at a time, and withdrawals wait for nobody. */
const PAYOUTS_AT_ONCE = 25;

type Open = typeof transactions.$inferSelect;

/**
 * The simulated provider's own reports of what is due by now: signed, through the intake that every provider's reports
 * go through, some of them doubled, out of order or late. What is due follows from the open transactions alone, so a
 * restart forgets nothing, and what the intake does not take is sent again with the next call, and holds up no other.
 * @returns how many payments' reports were taken
 */
export async function reportPayments(db: Database, now = Date.now()): Promise<number> {
  const isPayout = inArray(transactions.type, [...PAYOUT_TYPES]);
  const payments = await reportSome(db, now, { which: not(isPayout), most: AT_ONCE });
  // One whose order has not arrived is nothing that the provider knows of.
  const payouts = and(isPayout, isNotNull(transactions.providerReference));
  return payments + (await reportSome(db, now, { which: payouts, most: PAYOUTS_AT_ONCE }));
}

async function reportSome(db: Database, now: number, { which, most }: { which: SQL | undefined; most: number }) {
  const open = await db
    .select({ transaction: transactions })
    .from(transactions)
    .innerJoin(paymentMethods, eq(paymentMethods.id, transactions.methodId))
    .where(
      and(
        inArray(transactions.state, OPEN_STATES),
        eq(paymentMethods.provider, "simulated"),
        ne(transactions.channel, "wallet"),
        which,
      ),
    )
    .orderBy(asc(transactions.createdAt), asc(transactions.id))
    .limit(LOOKED_AT);
  let reported = 0;
  for (const { transaction } of open) {
    const steps = dueReports(transaction, (now - transaction.createdAt.getTime()) / 1_000);
    if (steps.length === 0) continue;
    let isTaken = true;
    for (const step of steps) isTaken = (await Promise.all(step.map(send))).every(Boolean) && isTaken;
    if (isTaken && ++reported === most) break;
  }
  return reported;
}

/** What to send of a payment of this age in seconds: one step after the other, those of a step at the same time. */
export function dueReports(transaction: Open, age: number): ProviderEvent[][] {
  const { reference, state, channel, type } = transaction;
  const fate = fateOf(reference, { channel, isPayout: PAYOUT_TYPES.includes(type) });
  const report = (name: string, told: Pick<ProviderEvent, "state" | "message">): ProviderEvent => ({
    eventId: `${numberOf(reference)}-${name}`,
    reference,
    amount: told.state === "succeeded" ? movedOf(transaction) : undefined,
    providerReference: numberOf(reference),
    raw: {},
    ...told,
  });
  const takenUp = report("taken-up", { state: "processing", message: "Accepted by provider" });
  const end = report("end", fate);
  if (age < fate.reportAfter) {
    const isTold = state === "pending" && age >= TAKEN_UP_AFTER && fate.reports === "in order";
    return isTold ? [[takenUp]] : [];
  }
  if (fate.reports === "twice at once") return [[end, end], [end]];
  if (fate.reports === "out of order") return [[end], [takenUp]];
  return [[end]];
}

/** @returns whether the intake took it */
async function send(event: ProviderEvent): Promise<boolean> {
  const { raw, signature } = signedWebhook(event);
  const headers = { "x-payment-signature": signature, "user-agent": "Simulated payment provider" };
  const request = new Request("http://localhost/api/webhooks/simulated", { method: "POST", body: raw, headers });
  return (await receiveWebhook("simulated", request)).ok;
}
