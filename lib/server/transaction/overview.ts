import "server-only";
import { desc, inArray, sql } from "drizzle-orm";
import {
  FAILED_TRANSACTION_STATES,
  MAX_OVERVIEW_PERIOD_DAYS,
  OPEN_TRANSACTION_STATES,
} from "@/lib/contract/transaction.values";
import { refuse } from "@/lib/server/api/errors";
import { addDays, countDays, lagosDayOf, listLagosDays } from "@/lib/server/base/time";
import type { Queryable } from "@/lib/server/db/client";
import { transactions } from "@/lib/server/db/schema/transaction";
import { selectTransactionRows, toTransactionRow } from "./list";

/** Kobo and number of rows of one kind of transaction, in the period and in the previous period. */
type TotalRow = { list: string; facet: string } & Record<
  "rows" | "amount" | "fee" | "rows_before" | "amount_before" | "fee_before",
  number
>;
type DayFigures = { day: string; volume: number; count: number };

/** First and last Lagos day, both included. */
export type DayPeriod = { from: string; to: string };

/** Returns the period of this many days that ends today. */
export function periodOfLastDays(days: number): DayPeriod {
  const to = lagosDayOf(new Date());
  return { from: addDays(to, 1 - days), to };
}

/**
 * Returns the requested period. `to` defaults to today, `from` to the day that makes it `days` long.
 * @param maxDays maximum length in days
 * @throws 400 for days in the wrong order, too many of them, or days before `EARLIEST_DAY`
 */
export function requestedDayPeriod(
  { days, from, to }: { days: number; from?: string; to?: string },
  maxDays: number = MAX_OVERVIEW_PERIOD_DAYS,
): DayPeriod {
  const lastDay = to ?? lagosDayOf(new Date());
  const firstDay = from ?? addDays(lastDay, 1 - days);
  const length = countDays(firstDay, lastDay);
  const field = from ? "from" : "to";
  const badInput = (message: string) => refuse.badInput(message, { [field]: message });
  if (length < 1) throw badInput("The last day can't be before the first.");
  if (length > maxDays) throw badInput(`Choose at most ${maxDays} days.`);
  if (firstDay < EARLIEST_DAY) throw badInput(`Choose days from ${EARLIEST_DAY.slice(0, 4)} on.`);
  return { from: firstDay, to: lastDay };
}
/** First day that a period may contain. */
export const EARLIEST_DAY = "2000-01-01";

/**
 * Compares a period with the previous one of equal length, from the daily totals (schema/totals.ts). A transaction
 * counts when its money moved, so volume and fees equal those of the ledger's entries to the kobo, which "Verify
 * ledger" checks. The totals by type, by channel and by state have the same sum. An open transaction counts on the day
 * of its creation.
 */
export async function transactionOverview(db: Queryable, period: DayPeriod) {
  const { from, to } = period;
  const days = countDays(from, to);
  const before = addDays(from, -days);
  const totals = await readTotals(db, period, before);
  const result =
    await db.execute<DayFigures>(sql`select day::text as day, sum(amount)::float8 as volume, sum(rows)::float8 as count
    from day_totals where list = 'completed' and facet = 'payment' and day between ${before} and ${to} group by 1`);
  const byDay = new Map(result.rows.map((row) => [row.day, row]));
  const figuresByDay = (firstDay: string, lastDay: string): DayFigures[] =>
    listLagosDays(firstDay, lastDay).map((day) => byDay.get(day) ?? { day, volume: 0, count: 0 });
  const failures = await selectTransactionRows(db)
    .where(inArray(transactions.state, [...FAILED_TRANSACTION_STATES]))
    .orderBy(desc(transactions.createdAt), desc(transactions.id))
    .limit(5);
  return {
    from,
    to,
    now: periodFigures(totals, ""),
    before: periodFigures(totals, "_before"),
    by_day: figuresByDay(from, to),
    by_day_before: figuresByDay(before, addDays(from, -1)),
    by_type: facetSlices(totals, "completed", "type:"),
    by_channel: facetSlices(totals, "completed", "channel:"),
    by_state: [...facetSlices(totals, "completed", "state:"), ...facetSlices(totals, "transactions", "state:")],
    newest_failures: failures.map(toTransactionRow),
  };
}

async function readTotals(db: Queryable, { from, to }: DayPeriod, before: string): Promise<TotalRow[]> {
  const sums = (["rows", "amount", "fee"] as const).map((name) => {
    const column = sql.raw(name);
    return sql`coalesce(sum(${column}) filter (where day >= ${from}), 0)::float8 as ${column},
      coalesce(sum(${column}) filter (where day < ${from}), 0)::float8 as ${sql.raw(`${name}_before`)}`;
  });
  const open = OPEN_TRANSACTION_STATES.flatMap((state) => [`state:${state}`, `refund:${state}`]);
  const result = await db.execute<TotalRow>(sql`select list, facet, ${sql.join(sums, sql`, `)} from day_totals
    where list = 'completed' and day between ${before} and ${to} group by 1, 2
    union all select list, facet, ${sql.join(sums, sql`, `)} from day_totals
    where list = 'transactions' and facet = any(${sql.param(open)}) and day between ${before} and ${to} group by 1, 2`);
  return result.rows;
}

const totalOf = (totals: readonly TotalRow[], list: string, facet: string) =>
  totals.find((total) => total.list === list && total.facet === facet);

function periodFigures(totals: readonly TotalRow[], period: "" | "_before") {
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

/** Returns totals by type, channel or state, the largest first. Totals of open transactions (list `transactions`) exclude refunds. */
const facetSlices = (totals: readonly TotalRow[], list: string, kind: string) =>
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
