import "server-only";
import { and, eq, gte, sql } from "drizzle-orm";
import { SYSTEM_ACCOUNT_IDS as IDS, type SystemAccount } from "@/lib/contract/ledger.values";
import { formatMoney } from "@/lib/format";
import type { Queryable, Transaction } from "@/lib/server/db/client";
import { ledgerAccounts } from "@/lib/server/db/schema/ledger";
import { ACCOUNT_WORDS, holdsTooLittle, lockAccounts } from "./accounts";
import { refuseBeyondLimits } from "./limits";
import { refuseRestricted } from "./restrictions";

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
  if (await reserveOn(tx, IDS[pool], amount)) return;
  const left = formatMoney(await freeIn(tx, pool));
  const words = `${ACCOUNT_WORDS[pool]} has ${left} that is not promised yet; this needs ${formatMoney(amount)}.`;
  throw holdsTooLittle({ code: pool, userId: null }, words);
}

/**
 * Reserves kobo of a citizen's wallet for a withdrawal. They count as debited from now on: restrictions and limits are asked here,
 * and not again when the withdrawal is posted.
 * @throws AccountRefusal (409) when less is free, when the wallet may give nothing, or beyond a limit of its tier
 */
export async function reserveInWallet(tx: Transaction, userId: string, amount: number): Promise<void> {
  const accounts = await lockAccounts(tx, [userId]);
  const debit = [{ postings: [{ accountId: userId, amount: -amount }] }];
  await refuseRestricted(tx, debit, accounts);
  await refuseBeyondLimits(tx, debit);
  if (await reserveOn(tx, userId, amount)) return;
  const wallet = accounts.get(userId);
  const free = formatMoney(wallet ? wallet.balance - wallet.reserved : 0);
  throw holdsTooLittle(
    { code: null, userId },
    `${free} of the wallet is available; this needs ${formatMoney(amount)}.`,
  );
}

/** Returns whether so much was free. */
async function reserveOn(tx: Transaction, accountId: string, amount: number): Promise<boolean> {
  const free = sql`${ledgerAccounts.balance} - ${ledgerAccounts.reserved}`;
  const taken = await tx
    .update(ledgerAccounts)
    .set({ reserved: sql`${ledgerAccounts.reserved} + ${amount}` })
    .where(and(eq(ledgerAccounts.id, accountId), gte(free, amount)))
    .returning({ id: ledgerAccounts.id });
  return taken.length > 0;
}

/** Takes a promise of a pool back, or keeps it: release what is about to be posted, in the transaction of the posting and before it. */
export const releaseIn = (tx: Transaction, pool: Pool, amount: number): Promise<void> =>
  releaseOn(tx, IDS[pool], amount);

/** The same for any account, a wallet included. */
export async function releaseOn(tx: Transaction, accountId: string, amount: number): Promise<void> {
  await tx
    .update(ledgerAccounts)
    .set({ reserved: sql`${ledgerAccounts.reserved} - ${amount}` })
    .where(eq(ledgerAccounts.id, accountId));
}
