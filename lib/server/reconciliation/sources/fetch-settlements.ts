import "server-only";
import { eq, sql } from "drizzle-orm";
import type { ProviderName } from "@/lib/contract/transaction.values";
import { Refusal } from "@/lib/server/api/errors";
import { log } from "@/lib/server/base/log";
import { addDays, lagosDayOf } from "@/lib/server/base/time";
import type { Database } from "@/lib/server/db/client";
import { reconciliationItems, reconciliationProviders } from "@/lib/server/db/schema/reconciliation";
import { isProcessStopping } from "@/lib/server/process/stopping";
import { readReconciliationSettings } from "@/lib/server/reconciliation/open-items";
import { offeredPaymentProviders } from "@/lib/server/transaction/payment-methods";
import { type PaymentProvider, paymentProviderOf } from "@/lib/server/transaction/provider";
import type { ProviderPage, ProviderPeriod, ProviderSettlement } from "@/lib/server/transaction/provider-port";
import {
  type RefundsBySettlement,
  refundsOfSettlement,
  storeOutflows,
  storeRefundsOutsideSettlements,
} from "./store-outflows";
import { type SettlementPart, storeSettlement } from "./store-settlement";

/** Minimum time in ms between two fetches of a provider by the timed task. */
export const SETTLEMENT_FETCH_INTERVAL_MS = 600_000;
/** Number of days whose lists are fetched and stored at a time. A longer backlog takes several windows. */
const WINDOW_DAYS = 31;
/** Number of past days that each run fetches again, because a settlement is paid, or a payout ends, some days after it was listed. */
const LOOK_BACK_DAYS = 7;
/** Maximum number of days between the order of a refund and the settlement that it reduces. */
const REFUND_DAYS = 31;
/** Maximum number of pages of one list, so that a provider that repeats its cursor doesn't keep the task busy. */
const PAGES_MAX = 10_000;

const laterOf = (a: string, b: string) => (a > b ? a : b);
const earlierOf = (a: string, b: string) => (a < b ? a : b);

/**
 * Fetches settlements, refunds and payouts of each provider that this server offers, since the last fetch, and stores them as items. Does
 * nothing before reconciliation has started. Several servers may run it concurrently.
 * @param everyMs skips providers that were fetched within this time in ms; 0 skips none
 * @returns number of new settlements
 * @throws the last provider's error, after the other providers were fetched
 */
export async function fetchSettlements(db: Database, everyMs = 0, now = Date.now()): Promise<number> {
  const { startsOn } = await readReconciliationSettings(db);
  if (!startsOn) return 0;
  let count = 0;
  let failure: unknown;
  for (const name of offeredPaymentProviders()) {
    const provider = paymentProviderOf(name);
    const claimed = provider && (await claimFetch(db, name, everyMs));
    if (!provider || !claimed) continue;
    try {
      count += await fetchProvider(db, {
        name,
        provider,
        startsOn,
        fetchedTo: claimed.fetchedTo,
        today: lagosDayOf(new Date(now)),
      });
      await saveProvider(db, name, { problem: null });
    } catch (error) {
      failure = error;
      log.warn({ err: error, provider: name }, "settlements could not be fetched");
      await saveProvider(db, name, { problem: problemOf(error) });
    }
  }
  if (failure) throw failure;
  return count;
}

/** Returns why a fetch failed, as a text for admins. Texts of unexpected errors are only logged, because they may contain data. */
const problemOf = (error: unknown) =>
  error instanceof Refusal ? error.message : "What the provider sent could not be stored. Look at the log.";

/** Stores the time of the attempt. @returns null if another server or an earlier run fetched the provider within the last `everyMs` */
async function claimFetch(db: Database, provider: ProviderName, everyMs: number) {
  const [claimed] = await db
    .insert(reconciliationProviders)
    .values({ provider, fetchedAt: sql`now()` })
    .onConflictDoUpdate({
      target: reconciliationProviders.provider,
      set: { fetchedAt: sql`now()` },
      setWhere: sql`coalesce(${reconciliationProviders.fetchedAt} <= now() - make_interval(secs => ${everyMs / 1_000}), true)`,
    })
    .returning({ fetchedTo: reconciliationProviders.fetchedTo });
  return claimed ?? null;
}

const saveProvider = (
  db: Database,
  provider: ProviderName,
  values: Partial<Pick<typeof reconciliationProviders.$inferInsert, "fetchedTo" | "problem">>,
) => db.update(reconciliationProviders).set(values).where(eq(reconciliationProviders.provider, provider));

type ProviderFetch = {
  name: ProviderName;
  provider: PaymentProvider;
  startsOn: string;
  fetchedTo: string | null;
  today: string;
};

/** Fetches a provider's lists in windows of days. After each window, sets `fetched_to` to the window's last day, at most yesterday. */
async function fetchProvider(db: Database, { name, provider, startsOn, fetchedTo, today }: ProviderFetch) {
  let count = 0;
  let from = laterOf(startsOn, addDays(fetchedTo ?? startsOn, fetchedTo ? 1 - LOOK_BACK_DAYS : 0));
  while (from <= today && !isProcessStopping()) {
    const to = earlierOf(today, addDays(from, WINDOW_DAYS - 1));
    const refunds = await storeOutflows(db, name, {
      transfers: pagesOf((period) => provider.transfers(period), { from: addDays(from, -1), to }),
      refunds: pagesOf((period) => provider.refunds(period), { from: addDays(from, -REFUND_DAYS), to }),
    });
    for await (const settlement of pagesOf((period) => provider.settlements(period), { from, to })) {
      if (isProcessStopping()) return count;
      if (settlement.day >= startsOn && (await fetchSettlement(db, { name, provider, settlement, refunds }))) count++;
    }
    await storeRefundsOutsideSettlements(db, name, refunds, addDays(today, -LOOK_BACK_DAYS));
    const ended = earlierOf(to, addDays(today, -1));
    if (!fetchedTo || ended > fetchedTo) await saveProvider(db, name, { fetchedTo: ended });
    from = addDays(to, 1);
  }
  return count;
}

type SettlementFetch = Pick<ProviderFetch, "name" | "provider"> & {
  settlement: ProviderSettlement;
  refunds: RefundsBySettlement;
};

/** Fetches the parts of a paid settlement page by page, then stores the complete settlement. @returns true if the settlement was new */
async function fetchSettlement(db: Database, { name, provider, settlement, refunds }: SettlementFetch) {
  if (settlement.state !== "paid") return false;
  const sourceKey = `${name}:settlement:${settlement.id}`;
  if (await db.$count(reconciliationItems, eq(reconciliationItems.sourceKey, sourceKey))) return false;
  // Collects parts by key, because a record is returned twice if a new one moves it to the next page.
  const parts = new Map<string, SettlementPart>();
  const pages = pagesOf(({ cursor }) => provider.settledItems(settlement.id, cursor));
  for await (const part of pages) parts.set(`${part.kind}:${part.providerReference}`, part);
  for (const part of refundsOfSettlement(settlement, refunds))
    parts.set(`${part.kind}:${part.providerReference}`, part);
  return storeSettlement(db, name, settlement, [...parts.values()]);
}

/** Yields the items of all pages of a provider's list. */
async function* pagesOf<T>(
  list: (period: ProviderPeriod) => Promise<ProviderPage<T>>,
  period: ProviderPeriod = { from: "", to: "" },
): AsyncGenerator<T> {
  let cursor: string | undefined;
  for (let page = 1; page <= PAGES_MAX; page++) {
    const { items, next_cursor: next } = await list({ ...period, cursor });
    yield* items;
    if (next === null) return;
    cursor = next;
  }
  throw new Error("A provider's list has too many pages.");
}
