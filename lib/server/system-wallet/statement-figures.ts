import "server-only";
import { and, asc, desc, eq, gt, inArray, lt, lte, sql } from "drizzle-orm";
import { SYSTEM_ACCOUNT_IDS } from "@/lib/contract/ledger.values";
import { balanceDelta } from "@/lib/contract/system-wallet.values";
import { endOfDay, startOfDay } from "@/lib/server/base/time";
import type { Queryable } from "@/lib/server/db/client";
import { ledgerAccounts, ledgerEntries, ledgerPostings } from "@/lib/server/db/schema/ledger";
import { type AccountStatementFilters, accountStatementFilter, isLedgerEntryReversedSql } from "./list-statement";

/**
 * Returns the opening and closing figures of a printed statement, in kobo on the account's side. `last` is the number of the newest
 * posting. Rows up to that posting agree with these figures even if they are read later, because postings are only added.
 */
export async function statementFigures(db: Queryable, filters: AccountStatementFilters) {
  const accountId = SYSTEM_ACCOUNT_IDS[filters.account];
  const [ledgerAccount] = await db.select().from(ledgerAccounts).where(eq(ledgerAccounts.id, accountId));
  const last = ledgerAccount?.postings ?? 0;
  const change = sql`case when ${balanceDelta(filters.account, 1)} > 0 then ${ledgerPostings.amount} else -${ledgerPostings.amount} end`;
  const [sums] = await db
    .select({
      rows: sql<number>`count(*)::int`,
      came: sql<string>`coalesce(sum(greatest(${change}, 0)), 0)`,
      went: sql<string>`coalesce(sum(least(${change}, 0)), 0)`,
      first: sql<number>`coalesce(min(${ledgerPostings.seq}), 1)`,
    })
    .from(ledgerPostings)
    .where(and(accountStatementFilter(filters), lte(ledgerPostings.seq, last)));
  const balanceBefore = async (time: Date | undefined) => {
    const [posting] = await db
      .select({ balance: ledgerPostings.balanceAfter })
      .from(ledgerPostings)
      .where(
        and(
          eq(ledgerPostings.accountId, accountId),
          lte(ledgerPostings.seq, last),
          time && lt(ledgerPostings.postedAt, time),
        ),
      )
      .orderBy(desc(ledgerPostings.postedAt), desc(ledgerPostings.seq))
      .limit(1);
    return posting?.balance ?? 0;
  };
  return {
    last,
    first: sums?.first ?? 1,
    rows: sums?.rows ?? 0,
    came: Number(sums?.came ?? 0),
    went: Number(sums?.went ?? 0),
    opening: filters.from ? await balanceBefore(startOfDay(filters.from)) : 0,
    closing: await balanceBefore(filters.to ? endOfDay(filters.to) : undefined),
  };
}

/** A posting as a row of a printed statement. */
export type PrintedRow = Awaited<ReturnType<typeof rowsAfter>>[number];

/** Returns the statement's next postings in order of time: after posting number `after` and up to `last`. */
async function rowsAfter(db: Queryable, filters: AccountStatementFilters, after: number, last: number, limit: number) {
  const rows = await db
    .select({
      seq: ledgerPostings.seq,
      postedAt: ledgerPostings.postedAt,
      amount: ledgerPostings.amount,
      balance: ledgerPostings.balanceAfter,
      kind: ledgerEntries.kind,
      description: ledgerEntries.description,
      entryId: ledgerEntries.id,
      isReversed: isLedgerEntryReversedSql(),
    })
    .from(ledgerPostings)
    .innerJoin(ledgerEntries, eq(ledgerEntries.id, ledgerPostings.entryId))
    .where(
      and(
        eq(ledgerPostings.accountId, SYSTEM_ACCOUNT_IDS[filters.account]),
        inArray(
          ledgerPostings.seq,
          db
            .select({ seq: ledgerPostings.seq })
            .from(ledgerPostings)
            .where(and(accountStatementFilter(filters), gt(ledgerPostings.seq, after), lte(ledgerPostings.seq, last)))
            .orderBy(asc(ledgerPostings.seq))
            .limit(limit),
        ),
      ),
    )
    .orderBy(asc(ledgerPostings.seq));
  return rows.map((row) => ({ ...row, amount: balanceDelta(filters.account, row.amount) }));
}

/** Yields every row of the statement, in batches. */
export async function* statementRows(
  db: Queryable,
  filters: AccountStatementFilters,
  { first, last }: { first: number; last: number },
): AsyncGenerator<PrintedRow[]> {
  const BATCH_SIZE = 150;
  for (let after = first - 1; ; ) {
    const rows = await rowsAfter(db, filters, after, last, BATCH_SIZE);
    if (rows.length) yield rows;
    if (rows.length < BATCH_SIZE) return;
    after = rows.at(-1)?.seq ?? last;
  }
}
