import "server-only";
import { desc, inArray, sql } from "drizzle-orm";
import { FAILED_STATES, OPEN_STATES, PERIOD_MAX } from "@/lib/contract/transaction.values";
import { refuse } from "@/lib/server/api/errors";
import { addDays, dayOf, daysFrom, eachDay } from "@/lib/server/base/time";
import type { Queryable } from "@/lib/server/db/client";
import { transactions } from "@/lib/server/db/schema/transaction";
import { selectRows, toRow } from "./list";

/** Kobo and rows of one kind of transaction, in the period and in the one before. */
type Total = { list: string; facet: string } & Record<
  "rows" | "amount" | "fee" | "rows_before" | "amount_before" | "fee_before",
  number
>;
type Day = { day: string; volume: number; count: number };

/** First and last Lagos day, both included. */
export type Period = { from: string; to: string };

/** Returns the period of this many days that ends today. */
export function lastDays(days: number): Period {
  const to = dayOf(new Date());
  return { from: addDays(to, 1 - days), to };
}

/**
 * Returns the requested period. `to` defaults to today, `from` to the day that makes it `days` long.
 * @param most maximum length in days
 * @throws 400 for days in the wrong order, too many of them, or days before `EARLIEST`
 */
export function periodOf(
  { days, from, to }: { days: number; from?: string; to?: string },
  most: number = PERIOD_MAX,
): Period {
  const last = to ?? dayOf(new Date());
  const first = from ?? addDays(last, 1 - days);
  const length = daysFrom(first, last);
  const field = from ? "from" : "to";
  const wrong = (message: string) => refuse.badInput(message, { [field]: message });
  if (length < 1) throw wrong("The last day can't be before the first.");
  if (length > most) throw wrong(`Choose at most ${most} days.`);
  if (first < EARLIEST) throw wrong(`Choose days from ${EARLIEST.slice(0, 4)} on.`);
  return { from: first, to: last };
}
export const EARLIEST = "2000-01-01";

/**
 * Compares a period with an equally long one before it, from the daily totals (schema/totals.ts). A transaction counts when its
 * money moved, so volume and fees equal those of the ledger's entries to the kobo: "Verify ledger" compares them. The totals by
 * type, by channel and by state have the same sum. An open transaction counts on the day of its creation.
 */
export async function transactionOverview(db: Queryable, period: Period) {
  const { from, to } = period;
  const days = daysFrom(from, to);
  const before = addDays(from, -days);
  const totals = await totalsOf(db, period, before);
  const found =
    await db.execute<Day>(sql`select day::text as day, sum(amount)::float8 as volume, sum(rows)::float8 as count
    from day_totals where list = 'completed' and facet = 'payment' and day between ${before} and ${to} group by 1`);
  const byDay = new Map(found.rows.map((row) => [row.day, row]));
  const figuresOfEach = (first: string, last: string): Day[] =>
    eachDay(first, last).map((day) => byDay.get(day) ?? { day, volume: 0, count: 0 });
  const failures = await selectRows(db)
    .where(inArray(transactions.state, [...FAILED_STATES]))
    .orderBy(desc(transactions.createdAt), desc(transactions.id))
    .limit(5);
  return {
    from,
    to,
    now: figuresOf(totals, ""),
    before: figuresOf(totals, "_before"),
    by_day: figuresOfEach(from, to),
    by_day_before: figuresOfEach(before, addDays(from, -1)),
    by_type: slices(totals, "completed", "type:"),
    by_channel: slices(totals, "completed", "channel:"),
    by_state: [...slices(totals, "completed", "state:"), ...slices(totals, "transactions", "state:")],
    newest_failures: failures.map(toRow),
  };
}

async function totalsOf(db: Queryable, { from, to }: Period, before: string): Promise<Total[]> {
  const sums = (["rows", "amount", "fee"] as const).map((name) => {
    const column = sql.raw(name);
    return sql`coalesce(sum(${column}) filter (where day >= ${from}), 0)::float8 as ${column},
      coalesce(sum(${column}) filter (where day < ${from}), 0)::float8 as ${sql.raw(`${name}_before`)}`;
  });
  const open = OPEN_STATES.flatMap((state) => [`state:${state}`, `refund:${state}`]);
  const found = await db.execute<Total>(sql`select list, facet, ${sql.join(sums, sql`, `)} from day_totals
    where list = 'completed' and day between ${before} and ${to} group by 1, 2
    union all select list, facet, ${sql.join(sums, sql`, `)} from day_totals
    where list = 'transactions' and facet = any(${sql.param(open)}) and day between ${before} and ${to} group by 1, 2`);
  return found.rows;
}

const totalOf = (totals: readonly Total[], list: string, facet: string) =>
  totals.find((total) => total.list === list && total.facet === facet);

function figuresOf(totals: readonly Total[], period: "" | "_before") {
  const of = (facet: string, what: "rows" | "amount" | "fee") =>
    totalOf(totals, "completed", facet)?.[`${what}${period}`] ?? 0;
  return {
    volume: of("payment", "amount"),
    fees: of("payment", "fee") + of("refund", "fee"),
    refunds: of("refund", "amount"),
    succeeded: of("payment", "rows"),
    failed: of("failed", "rows"),
  };
}

/** Returns totals by type, channel or state, the largest first. Open transactions are counted without refunds. */
const slices = (totals: readonly Total[], list: string, kind: string) =>
  totals
    .filter((total) => total.list === list && total.facet.startsWith(kind))
    .map((total) => {
      const name = total.facet.slice(kind.length);
      const refunds = list === "transactions" ? totalOf(totals, list, `refund:${name}`) : undefined;
      const of = (what: "amount" | "rows" | "amount_before" | "rows_before") => total[what] - (refunds?.[what] ?? 0);
      const before = { volume_before: of("amount_before"), count_before: of("rows_before") };
      return { name, volume: of("amount"), count: of("rows"), ...before };
    })
    .filter(({ count, count_before }) => count > 0 || count_before > 0)
    .sort((a, b) => b.volume - a.volume || b.volume_before - a.volume_before);
