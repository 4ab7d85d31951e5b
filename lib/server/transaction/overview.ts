import "server-only";
import { and, desc, eq, gte, inArray, lt, ne, type SQL, sql } from "drizzle-orm";
import { SETTLED_STATES } from "@/lib/contract/transaction.values";
import type { Queryable } from "@/lib/server/db/client";
import { transactions } from "@/lib/server/db/schema/transaction";
import { dayOf, lagosDay, startOfDay } from "@/lib/server/time";
import { selectRows, toRow } from "./list";

const DAY = 86_400_000;
const SUCCEEDED = sql.raw(`'${SETTLED_STATES.join("','")}'`);
const isSettled = sql`${transactions.state} in (${SUCCEEDED})`;
const isPayment = sql`${transactions.type} <> 'refund'`;

/**
 * The last whole Lagos days, today included, against as many before. Counted by the moment when the money was moved, so
 * that volume and fees are those of the ledger's entries, to the kobo.
 */
export async function transactionOverview(db: Queryable, days: number) {
  const end = startOfDay(dayOf(new Date(Date.now() + DAY)));
  const start = new Date(end.getTime() - days * DAY);
  const before = new Date(start.getTime() - days * DAY);
  const during = between(start, end);
  const [now, earlier] = [await figuresOf(db, during), await figuresOf(db, between(before, start))];
  const failures = await selectRows(db)
    .where(inArray(transactions.state, ["failed", "expired"]))
    .orderBy(desc(transactions.createdAt), desc(transactions.id))
    .limit(5);
  return {
    from: dayOf(start),
    to: dayOf(new Date(end.getTime() - DAY)),
    now,
    before: earlier,
    by_day: await byDay(db, during, start, days),
    by_type: await slices(db, transactions.type, and(during, isSettled, isPayment)),
    by_channel: await slices(db, transactions.channel, and(during, isSettled, isPayment)),
    by_state: await slices(
      db,
      transactions.state,
      and(gte(transactions.createdAt, start), lt(transactions.createdAt, end), ne(transactions.type, "refund")),
    ),
    newest_failures: failures.map(toRow),
  };
}

const between = (from: Date, to: Date) => and(gte(transactions.completedAt, from), lt(transactions.completedAt, to));

async function figuresOf(db: Queryable, during: SQL | undefined) {
  const sum = (column: typeof transactions.amount | typeof transactions.fee, which: SQL) =>
    sql<string>`coalesce(sum(${column}) filter (where ${which}), 0)`;
  const number = (which: SQL) => sql<string>`count(*) filter (where ${which})`;
  const [found] = await db
    .select({
      volume: sum(transactions.amount, sql`${isSettled} and ${isPayment}`),
      fees: sum(transactions.fee, isSettled),
      refunds: sum(transactions.amount, eq(transactions.type, "refund")),
      succeeded: number(sql`${isSettled} and ${isPayment}`),
      failed: number(sql`${transactions.state} in ('failed', 'expired')`),
    })
    .from(transactions)
    .where(during);
  return {
    volume: Number(found?.volume ?? 0),
    fees: Number(found?.fees ?? 0),
    refunds: Number(found?.refunds ?? 0),
    succeeded: Number(found?.succeeded ?? 0),
    failed: Number(found?.failed ?? 0),
  };
}

async function byDay(db: Queryable, during: SQL | undefined, start: Date, days: number) {
  const rows = await db
    .select({
      day: lagosDay(transactions.completedAt),
      volume: sql<string>`sum(${transactions.amount})`,
      count: sql<string>`count(*)`,
    })
    .from(transactions)
    .where(and(during, isSettled, isPayment))
    .groupBy(sql`1`);
  return Array.from({ length: days }, (_, index) => {
    const day = dayOf(new Date(start.getTime() + index * DAY));
    const found = rows.find((row) => row.day === day);
    return { day, volume: Number(found?.volume ?? 0), count: Number(found?.count ?? 0) };
  });
}

async function slices(
  db: Queryable,
  column: typeof transactions.type | typeof transactions.channel | typeof transactions.state,
  where: SQL | undefined,
) {
  const rows = await db
    .select({
      name: sql<string>`${column}`,
      volume: sql<string>`sum(${transactions.amount})`,
      count: sql<string>`count(*)`,
    })
    .from(transactions)
    .where(where)
    .groupBy(column)
    .orderBy(sql`2 desc`);
  return rows.map(({ name, volume, count }) => ({ name, volume: Number(volume), count: Number(count) }));
}
