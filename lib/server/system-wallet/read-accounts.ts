import "server-only";
import { and, eq, gte, inArray, isNotNull, lt, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { MAX_KOBO, SYSTEM_ACCOUNT_IDS, SYSTEM_ACCOUNTS, type SystemAccount } from "@/lib/contract/ledger.values";
import type { WalletAccount } from "@/lib/contract/system-wallet";
import {
  AVERAGE_OUTFLOW_DAYS,
  balanceDelta,
  type ManualMovementKind,
  toPostings,
} from "@/lib/contract/system-wallet.values";
import { isWaitingApprovalSql } from "@/lib/server/approvals/waiting-requests";
import { addDays, endOfDay, lagosDayOf, startOfDay } from "@/lib/server/base/time";
import type { Queryable } from "@/lib/server/db/client";
import { approvals } from "@/lib/server/db/schema/approvals";
import { ledgerAccounts, ledgerPostings } from "@/lib/server/db/schema/ledger";
import { walletMovements } from "@/lib/server/db/schema/system-wallet";
import { transactions } from "@/lib/server/db/schema/transaction";
import { isWalletAccount } from "@/lib/server/ledger/accounts";
import { disputeLossOfRequest } from "@/lib/server/transaction/disputes/loss";
import { disputeLossPostings, refundPostings } from "@/lib/server/transaction/postings";
import { readTransactionOfMovement } from "./clear-suspense";
import { isMovementPendingSql } from "./movement-state";

type MovementRecord = typeof walletMovements.$inferSelect;

/** Returns what a manual transfer adds to accounts, in kobo, positive for a credit. A reversal inverts its ledger entry. */
export async function effectsOfMovement(db: Queryable, movement: MovementRecord) {
  const { kind, account, toAccount, direction, amount, reversesEntryId } = movement;
  if (account) {
    const user_id = (await readTransactionOfMovement(db, movement))?.user.id;
    return toPostings({ kind: kind as ManualMovementKind, account, to_account: toAccount, direction, amount, user_id });
  }
  const rows = await db
    .select({ code: ledgerAccounts.code, accountId: ledgerPostings.accountId, amount: ledgerPostings.amount })
    .from(ledgerPostings)
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerPostings.accountId))
    .where(eq(ledgerPostings.entryId, reversesEntryId ?? ""));
  return rows.map((row) => ({ ...row, amount: -row.amount }));
}

/** Maximum number of wallets that are listed individually. */
const MAX_WALLETS_NAMED = 10;

/** Sums up many wallets in one line, because an entry of opening balances may credit hundreds of them. */
export function sumWalletPostings<T extends { accountId: string; amount: number }>(postings: readonly T[]) {
  const walletPostings = postings.filter(({ accountId }) => isWalletAccount(accountId));
  if (walletPostings.length <= MAX_WALLETS_NAMED) return { postings };
  return {
    postings: postings.filter(({ accountId }) => !isWalletAccount(accountId)),
    wallets: { people: walletPostings.length, amount: walletPostings.reduce((sum, { amount }) => sum + amount, 0) },
  };
}

/** Returns what pending refunds and pending lost disputes would add to accounts. */
async function pendingTransactionEffects(db: Queryable) {
  const rows = await db
    .select({ transaction: transactions, kind: approvals.kind, payload: approvals.payload })
    .from(approvals)
    .innerJoin(transactions, eq(transactions.id, sql`${approvals.recordId}::uuid`))
    .where(and(inArray(approvals.kind, ["transaction.refund", "transaction.dispute"]), isWaitingApprovalSql()));
  return rows.map(({ transaction, kind, payload }) => {
    const isRefund = kind === "transaction.refund";
    const postings = isRefund
      ? refundPostings(transaction, Number(payload.amount))
      : disputeLossPostings(transaction, disputeLossOfRequest(payload));
    return postings.map(({ accountId, amount }) => ({
      code: SYSTEM_ACCOUNTS.find((account) => SYSTEM_ACCOUNT_IDS[account] === accountId) ?? null,
      amount,
    }));
  });
}

type CurrentAccount = Omit<WalletAccount, "left_lately"> & { expected: number };

/**
 * Returns the system accounts. `available` excludes a pool's reserved money, and amounts that pending manual transfers, refunds and lost
 * disputes would take. `expected` includes amounts that these would add.
 */
export async function readSystemAccounts(db: Queryable): Promise<CurrentAccount[]> {
  const rows = await db.select().from(ledgerAccounts).where(isNotNull(ledgerAccounts.code));
  const movements = await db.select().from(walletMovements).where(isMovementPendingSql());
  const pendingEffects: { code: SystemAccount | null; amount: number }[][] = await pendingTransactionEffects(db);
  for (const movement of movements) pendingEffects.push(await effectsOfMovement(db, movement));
  const pending = new Map<SystemAccount, PendingSums>();
  for (const effects of pendingEffects) {
    const changeByAccount = new Map<SystemAccount, number>();
    for (const { code, amount } of effects)
      if (code) changeByAccount.set(code, (changeByAccount.get(code) ?? 0) + balanceDelta(code, amount));
    for (const [code, change] of changeByAccount) {
      const { out, into, count } = pending.get(code) ?? NOTHING_PENDING;
      pending.set(code, { out: out + Math.min(change, 0), into: into + Math.max(change, 0), count: count + 1 });
    }
  }
  return SYSTEM_ACCOUNTS.map((account) => {
    const { balance, reserved } = rows.find(({ code }) => code === account) ?? { balance: 0, reserved: 0 };
    const { out, into, count } = pending.get(account) ?? NOTHING_PENDING;
    return { account, balance, available: balance - reserved + out, expected: balance + into, waiting: count };
  });
}

/** Kobo that pending requests would take from an account and add to it, and the number of those requests. */
type PendingSums = { out: number; into: number; count: number };
const NOTHING_PENDING: PendingSums = { out: 0, into: 0, count: 0 };

/** Returns the kobo that left each system account in the last seven Lagos days, including today. */
async function recentOutflow(db: Queryable): Promise<Map<string, number>> {
  const since = addDays(lagosDayOf(new Date()), 1 - AVERAGE_OUTFLOW_DAYS);
  const result = await db.execute<{ account: string; amount: number }>(sql`
    select split_part(facet, ':', 1) as account, least(sum(amount), ${MAX_KOBO})::float8 as amount from day_totals
    where list = 'wallets' and facet like '%:out' and day >= ${since} group by facet`);
  return new Map(result.rows.map(({ account, amount }) => [account, amount]));
}

/** Returns the system accounts, each with the kobo that left it in the last seven days. */
export async function readSystemAccountsWithOutflow(db: Queryable): Promise<WalletAccount[]> {
  const outflow = await recentOutflow(db);
  return (await readSystemAccounts(db)).map((each) => ({ ...each, left_lately: outflow.get(each.account) ?? 0 }));
}

/** SQL condition: the time is within these Lagos days, both included. A missing day sets no limit. */
export const isWithinDaysSql = (from: string | undefined, to: string | undefined, column: PgColumn) =>
  and(from ? gte(column, startOfDay(from)) : undefined, to ? lt(column, endOfDay(to)) : undefined);
