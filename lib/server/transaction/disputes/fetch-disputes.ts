import "server-only";
import { and, eq, min, ne } from "drizzle-orm";
import { DISPUTE_PROVIDERS } from "@/lib/contract/dispute.values";
import type { ProviderName } from "@/lib/contract/transaction.values";
import { inTransaction } from "@/lib/server/api/transaction";
import { log } from "@/lib/server/base/log";
import { lagosDayOf } from "@/lib/server/base/time";
import type { Database, Queryable, Transaction } from "@/lib/server/db/client";
import { disputes } from "@/lib/server/db/schema/dispute";
import { outbox } from "@/lib/server/db/schema/outbox";
import { isTimeUp } from "@/lib/server/process/stopping";
import { offeredPaymentProviders } from "@/lib/server/transaction/payment-methods";
import { paymentProviderOf } from "@/lib/server/transaction/provider";
import { type DisputeProvider, storeDispute } from "./store-dispute";

/** Minimum period in ms, up to now, whose disputes each run reads again: 90 days. */
const LOOK_BACK_MS = 90 * 86_400_000;
/** Maximum number of pages per run, in case a provider always returns another one. */
const MAX_PAGES = 500;

/**
 * Reads the disputes of all providers, and stores what is new or has changed. A provider that fails does not delay the others.
 * @returns number of stored changes
 * @throws the error of a provider that could not be read; the next run reads the same period again
 */
export async function fetchDisputes(db: Database, now = new Date()): Promise<number> {
  let count = 0;
  let failure: unknown;
  const offered = offeredPaymentProviders();
  for (const name of DISPUTE_PROVIDERS.filter((each) => offered.includes(each)))
    try {
      count += await fetchDisputesOf(db, name, now);
    } catch (error) {
      log.warn({ err: error, provider: name }, "disputes could not be read");
      failure ??= error;
    }
  if (failure) throw failure;
  return count;
}

/** Reads the disputes of one provider since its oldest one without a resolution, and at least of the last 90 days. */
export async function fetchDisputesOf(db: Database, name: DisputeProvider, now = new Date()): Promise<number> {
  const provider = paymentProviderOf(name);
  if (!provider) return 0;
  const period = { from: await firstDay(db, name, now), to: lagosDayOf(now) };
  let count = 0;
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES && !isTimeUp(); page++) {
    const { items, next_cursor } = await provider.disputes({ ...period, ...(cursor !== undefined && { cursor }) });
    for (const item of items) {
      const isNews = await inTransaction(db, (tx) => storeDispute(tx, name, item));
      if (isNews) count++;
    }
    if (next_cursor === null || next_cursor === cursor) return count;
    cursor = next_cursor;
  }
  return count;
}

async function firstDay(db: Queryable, name: DisputeProvider, now: Date): Promise<string> {
  const [open] = await db
    .select({ at: min(disputes.openedAt) })
    .from(disputes)
    .where(and(eq(disputes.provider, name), ne(disputes.state, "resolved")));
  const lookBack = new Date(now.getTime() - LOOK_BACK_MS);
  return lagosDayOf(open?.at && open.at < lookBack ? open.at : lookBack);
}

/** Queues the reading of a provider's disputes after the commit, because a webhook or our answer has changed one. */
export async function queueDisputeFetch(tx: Transaction, provider: ProviderName): Promise<void> {
  await tx.insert(outbox).values({ kind: "dispute", payload: { fetchFrom: provider } });
}
