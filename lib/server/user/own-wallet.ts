import "server-only";
import { and, asc, eq, gt, gte, lt, type SQL, sql } from "drizzle-orm";
import type { InputOf } from "@/lib/contract/common";
import type { userCallsFromApp } from "@/lib/contract/user.app";
import type { HandlerContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { endOfDay, startOfDay } from "@/lib/server/base/time";
import type { Queryable } from "@/lib/server/db/client";
import { ledgerEntries, ledgerPostings } from "@/lib/server/db/schema/ledger";
import { readWalletLimits } from "@/lib/server/ledger/limits";
import { BAD_CURSOR_MESSAGE } from "@/lib/server/transaction/list-for-app";

/** Returns a citizen's balance and limits in kobo. @throws 404; 409 if the account is closed */
export async function ownWallet({ db, citizen }: HandlerContext, userId: string) {
  const user = await citizen(userId);
  const { reserved, ...limits } = await readWalletLimits(db, user.id);
  const { balance } = limits.used;
  return { balance, available: balance - reserved, ...limits };
}

/**
 * Returns a wallet's postings over whole Lagos days, oldest first, with their totals in kobo.
 * @param input `cursor` is the number of the last posting on the previous page
 * @throws 400 for an invalid cursor; 404; 409 if the account is closed
 */
export async function ownStatement(
  { db, citizen }: HandlerContext,
  input: InputOf<typeof userCallsFromApp.statementForApp>,
) {
  const { id } = await citizen(input.userId);
  const { from, to, size, cursor } = input;
  if (cursor !== undefined && !/^\d{1,9}$/.test(cursor))
    throw refuse.badInput(BAD_CURSOR_MESSAGE, { cursor: BAD_CURSOR_MESSAGE });
  const days = and(
    eq(ledgerPostings.accountId, id),
    gte(ledgerPostings.postedAt, startOfDay(from)),
    lt(ledgerPostings.postedAt, endOfDay(to)),
  );
  const sum = (which: SQL) => sql<number>`coalesce(sum(${ledgerPostings.amount}) filter (where ${which}), 0)::float8`;
  const [sums] = await db
    .select({ in: sum(gt(ledgerPostings.amount, 0)), out: sum(lt(ledgerPostings.amount, 0)) })
    .from(ledgerPostings)
    .where(days);
  const rows = await db
    .select({ posting: ledgerPostings, description: ledgerEntries.description })
    .from(ledgerPostings)
    .innerJoin(ledgerEntries, eq(ledgerEntries.id, ledgerPostings.entryId))
    .where(and(days, cursor === undefined ? undefined : gt(ledgerPostings.seq, Number(cursor))))
    .orderBy(asc(ledgerPostings.seq))
    .limit(size + 1);
  const page = rows.slice(0, size);
  const openingBalance = await balanceBefore(db, id, startOfDay(from));
  const [paidIn, paidOut] = [sums?.in ?? 0, Math.abs(sums?.out ?? 0)];
  return {
    ...{ from, to, opening: openingBalance, in: paidIn, out: paidOut, closing: openingBalance + paidIn - paidOut },
    items: page.map(({ posting, description }) => ({
      posted_at: posting.postedAt.toISOString(),
      description,
      amount: posting.amount,
      balance_after: posting.balanceAfter,
    })),
    next_cursor: rows.length > size ? String(page.at(-1)?.posting.seq) : null,
  };
}

/** Returns a wallet's balance in kobo before a given time. */
async function balanceBefore(db: Queryable, walletId: string, time: Date): Promise<number> {
  const { rows } = await db.execute<{ balance: number }>(sql`
    select balance_after::float8 as balance from ledger_postings
    where account_id = ${walletId} and posted_at < ${time.toISOString()}::timestamptz
    order by posted_at desc, seq desc limit 1`);
  return rows[0]?.balance ?? 0;
}
