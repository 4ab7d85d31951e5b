import "server-only";
import { and, eq, gte, sql } from "drizzle-orm";
import { SYSTEM_ACCOUNT_IDS as IDS, type SystemAccount } from "@/lib/contract/ledger.values";
import { formatMoney } from "@/lib/format";
import type { Queryable, Transaction } from "@/lib/server/db/client";
import { ledgerAccounts } from "@/lib/server/db/schema/ledger";
import { ACCOUNT_WORDS, holdsTooLittle } from "./accounts";

/** Pools whose money can be promised before it moves: to payments under way, and to programmes. */
export type Pool = Extract<SystemAccount, "grants_pool" | "promotions_pool">;

/** Kobo in a pool that nothing is reserved for. */
export async function freeIn(db: Queryable, pool: Pool): Promise<number> {
  const [account] = await db.select().from(ledgerAccounts).where(eq(ledgerAccounts.id, IDS[pool]));
  if (!account) throw new Error(`There is no account ${pool}.`);
  return account.balance - account.reserved;
}

/**
 * Promises kobo of a pool, so that nothing else can take them. Holds the pool's account until the transaction ends, as a
 * posting does: lock what comes before accounts first.
 * @throws AccountRefusal (409) when less is free
 */
export async function reserveIn(tx: Transaction, pool: Pool, amount: number): Promise<void> {
  const free = sql`${ledgerAccounts.balance} - ${ledgerAccounts.reserved}`;
  const taken = await tx
    .update(ledgerAccounts)
    .set({ reserved: sql`${ledgerAccounts.reserved} + ${amount}` })
    .where(and(eq(ledgerAccounts.id, IDS[pool]), gte(free, amount)))
    .returning({ id: ledgerAccounts.id });
  if (taken.length) return;
  const left = formatMoney(await freeIn(tx, pool));
  const words = `${ACCOUNT_WORDS[pool]} has ${left} that is not promised yet; this needs ${formatMoney(amount)}.`;
  throw holdsTooLittle({ code: pool, userId: null }, words);
}

/** Takes a promise back, or keeps it: release what is about to be posted, in the transaction of the posting and before it. */
export async function releaseIn(tx: Transaction, pool: Pool, amount: number): Promise<void> {
  await tx
    .update(ledgerAccounts)
    .set({ reserved: sql`${ledgerAccounts.reserved} - ${amount}` })
    .where(eq(ledgerAccounts.id, IDS[pool]));
}
