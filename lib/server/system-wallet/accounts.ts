import "server-only";
import { and, eq, gte, inArray, isNotNull, lt, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { SYSTEM_ACCOUNT_IDS, SYSTEM_ACCOUNTS, type SystemAccount } from "@/lib/contract/ledger.values";
import type { WalletAccount } from "@/lib/contract/system-wallet";
import { changeOf, type ManualKind, postingsOf } from "@/lib/contract/system-wallet.values";
import { refuse } from "@/lib/server/api/errors";
import { isWaiting } from "@/lib/server/approvals/awaiting";
import { dayOf, eachDay, endOfDay, startOfDay } from "@/lib/server/base/time";
import type { Queryable } from "@/lib/server/db/client";
import { approvals } from "@/lib/server/db/schema/approvals";
import { ledgerAccounts, ledgerPostings } from "@/lib/server/db/schema/ledger";
import { walletMovements } from "@/lib/server/db/schema/system-wallet";
import { transactions } from "@/lib/server/db/schema/transaction";
import type { Period } from "@/lib/server/transaction/overview";
import { lossPostings, refundPostings } from "@/lib/server/transaction/postings";
import { aboutOf } from "./clearing";
import { movementWaits } from "./waiting";

type MovementRecord = typeof walletMovements.$inferSelect;

/** What a movement does to accounts: kobo, positive a credit; no code for a wallet. A reversal's come from its entry. */
export async function effectsOf(db: Queryable, movement: MovementRecord) {
  const { kind, account, toAccount, direction, amount, reversesEntryId } = movement;
  if (account) {
    const user_id = (await aboutOf(db, movement))?.user.id;
    return postingsOf({ kind: kind as ManualKind, account, to_account: toAccount, direction, amount, user_id });
  }
  const rows = await db
    .select({ code: ledgerAccounts.code, accountId: ledgerPostings.accountId, amount: ledgerPostings.amount })
    .from(ledgerPostings)
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerPostings.accountId))
    .where(eq(ledgerPostings.entryId, reversesEntryId ?? ""));
  return rows.map((row) => ({ ...row, amount: -row.amount }));
}

/** What refunds and lost disputes that wait for approval would do to accounts. */
async function waitingOfTransactions(db: Queryable) {
  const rows = await db
    .select({ transaction: transactions, kind: approvals.kind, payload: approvals.payload })
    .from(approvals)
    .innerJoin(transactions, eq(transactions.id, sql`${approvals.recordId}::uuid`))
    .where(and(inArray(approvals.kind, ["transaction.refund", "transaction.dispute"]), isWaiting()));
  return rows.map(({ transaction, kind, payload }) => {
    const isRefund = kind === "transaction.refund";
    const postings = isRefund ? refundPostings(transaction, Number(payload.amount)) : lossPostings(transaction);
    return postings.map(({ accountId, amount }) => ({
      code: SYSTEM_ACCOUNTS.find((account) => SYSTEM_ACCOUNT_IDS[account] === accountId) ?? null,
      amount,
    }));
  });
}

/**
 * The system accounts; `available` leaves out what is reserved in a pool, and what movements, refunds and lost disputes that wait for approval would
 * take, `expected` counts what they would bring.
 */
export async function walletAccounts(db: Queryable): Promise<(WalletAccount & { expected: number })[]> {
  const rows = await db.select().from(ledgerAccounts).where(isNotNull(ledgerAccounts.code));
  const movements = await db.select().from(walletMovements).where(movementWaits());
  const waiting: { code: SystemAccount | null; amount: number }[][] = await waitingOfTransactions(db);
  for (const movement of movements) waiting.push(await effectsOf(db, movement));
  const held = new Map<SystemAccount, Held>();
  for (const effects of waiting) {
    const changes = new Map<SystemAccount, number>();
    for (const { code, amount } of effects)
      if (code) changes.set(code, (changes.get(code) ?? 0) + changeOf(code, amount));
    for (const [code, change] of changes) {
      const { out, into, count } = held.get(code) ?? NOTHING_HELD;
      held.set(code, { out: out + Math.min(change, 0), into: into + Math.max(change, 0), count: count + 1 });
    }
  }
  return SYSTEM_ACCOUNTS.map((account) => {
    const { balance, reserved } = rows.find(({ code }) => code === account) ?? { balance: 0, reserved: 0 };
    const { out, into, count } = held.get(account) ?? NOTHING_HELD;
    return { account, balance, available: balance - reserved + out, expected: balance + into, waiting: count };
  });
}

/** What waits would take from an account and bring to it, and how many requests that are. */
type Held = { out: number; into: number; count: number };
const NOTHING_HELD: Held = { out: 0, into: 0, count: 0 };

const NOT_TO_COME = "Choose days up to today: those to come have no balance yet.";
type Moved = { day: string; came: number; went: number; closing: number };

/**
 * Lagos days, newest first: what the database adds up by day, and a look into an index for each.
 * @throws 400 for days to come
 */
export async function closingBalances(db: Queryable, account: SystemAccount, { from, to }: Period) {
  if (to > dayOf(new Date())) throw refuse.badInput(NOT_TO_COME, { to: NOT_TO_COME });
  const accountId = SYSTEM_ACCOUNT_IDS[account];
  const since = startOfDay(from);
  const balanceBefore = (at: SQL) => sql`(select ${ledgerPostings.balanceAfter} from ${ledgerPostings}
    where ${ledgerPostings.accountId} = ${accountId} and ${ledgerPostings.postedAt} < ${at}
    order by ${ledgerPostings.postedAt} desc, ${ledgerPostings.seq} desc limit 1)::float8`;
  const moved = await db.execute<Moved>(sql`
    select day::text as day, came, went, ${balanceBefore(sql`(day + 1)::timestamp at time zone 'Africa/Lagos'`)} as closing
    from (
      select day, coalesce(sum(amount) filter (where facet = ${`${account}:in`}), 0)::float8 as came,
        coalesce(-sum(amount) filter (where facet = ${`${account}:out`}), 0)::float8 as went
      from day_totals
      where list = 'wallets' and facet in (${`${account}:in`}, ${`${account}:out`}) and day between ${from} and ${to}
      group by day
    ) moved`);
  const before = await db.execute<{ balance: number | null }>(sql`select ${balanceBefore(sql`${since}`)} as balance`);
  let closing = before.rows[0]?.balance ?? 0;
  return eachDay(from, to)
    .map((day) => {
      const found = moved.rows.find((each) => each.day === day);
      closing = found?.closing ?? closing;
      return { day, came: found?.came ?? 0, went: found?.went ?? 0, closing };
    })
    .reverse();
}

export const within = (from: string | undefined, to: string | undefined, column: PgColumn) =>
  and(from ? gte(column, startOfDay(from)) : undefined, to ? lt(column, endOfDay(to)) : undefined);
