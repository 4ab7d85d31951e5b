import "server-only";
import { and, eq, gte, sql } from "drizzle-orm";
import { SYSTEM_ACCOUNT_IDS as IDS, type SystemAccount } from "@/lib/contract/ledger.values";
import { formatMoney } from "@/lib/format";
import type { Queryable, Transaction } from "@/lib/server/db/client";
import { ledgerAccounts } from "@/lib/server/db/schema/ledger";
import { insufficientFundsRefusal, lockAccounts, SYSTEM_ACCOUNT_PHRASES } from "./accounts";
import { refuseLedgerEntriesBeyondLimits } from "./limits";
import { refuseLedgerEntriesOfRestrictedUsers } from "./restrictions";

/** Pools whose money can be reserved before it is posted: the promotions pool for open payments, the grants pool for programmes. */
export type ReservablePool = Extract<SystemAccount, "grants_pool" | "promotions_pool">;

/** Returns the kobo in a pool that are not reserved. */
export async function availableInPool(db: Queryable, pool: ReservablePool): Promise<number> {
  const [account] = await db.select().from(ledgerAccounts).where(eq(ledgerAccounts.id, IDS[pool]));
  if (!account) throw new Error(`There is no account ${pool}.`);
  return account.balance - account.reserved;
}

/**
 * Reserves kobo of a pool, so that no other payment or programme can use them. Locks the pool's account until the transaction ends, like a
 * posting. Lock other records before calling this, because accounts are locked last.
 * @throws AccountRefusal (409) if too little is unreserved
 */
export async function reserveInPool(tx: Transaction, pool: ReservablePool, amount: number): Promise<void> {
  if (await reserveOnAccount(tx, IDS[pool], amount)) return;
  const left = formatMoney(await availableInPool(tx, pool));
  const words = `${SYSTEM_ACCOUNT_PHRASES[pool]} has ${left} that is not promised yet; this needs ${formatMoney(amount)}.`;
  throw insufficientFundsRefusal({ code: pool, userId: null }, words);
}

/**
 * Reserves kobo of a citizen's wallet for a withdrawal. The reserved kobo count as debited from now on, so restrictions
 * and limits are checked here instead of at the posting.
 * @throws AccountRefusal (409) if too little is unreserved, the wallet is restricted, or a limit of its tier would be exceeded
 */
export async function reserveInWallet(tx: Transaction, userId: string, amount: number): Promise<void> {
  const accounts = await lockAccounts(tx, [userId]);
  const debitEntry = [{ postings: [{ accountId: userId, amount: -amount }] }];
  await refuseLedgerEntriesOfRestrictedUsers(tx, debitEntry, accounts);
  await refuseLedgerEntriesBeyondLimits(tx, debitEntry);
  if (await reserveOnAccount(tx, userId, amount)) return;
  const wallet = accounts.get(userId);
  const free = formatMoney(wallet ? wallet.balance - wallet.reserved : 0);
  throw insufficientFundsRefusal(
    { code: null, userId },
    `${free} of the wallet is available; this needs ${formatMoney(amount)}.`,
  );
}

/** Reserves kobo on an account. @returns false if too little is unreserved */
async function reserveOnAccount(tx: Transaction, accountId: string, amount: number): Promise<boolean> {
  const free = sql`${ledgerAccounts.balance} - ${ledgerAccounts.reserved}`;
  const updatedRows = await tx
    .update(ledgerAccounts)
    .set({ reserved: sql`${ledgerAccounts.reserved} + ${amount}` })
    .where(and(eq(ledgerAccounts.id, accountId), gte(free, amount)))
    .returning({ id: ledgerAccounts.id });
  return updatedRows.length > 0;
}

/** Releases reserved kobo of a pool. To post reserved money, first release it in the same transaction. */
export const releaseFromPool = (tx: Transaction, pool: ReservablePool, amount: number): Promise<void> =>
  releaseFromAccount(tx, IDS[pool], amount);

/** Releases reserved kobo of any account, including wallets. */
export async function releaseFromAccount(tx: Transaction, accountId: string, amount: number): Promise<void> {
  await tx
    .update(ledgerAccounts)
    .set({ reserved: sql`${ledgerAccounts.reserved} - ${amount}` })
    .where(eq(ledgerAccounts.id, accountId));
}
