import "server-only";
import { and, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { addDays, countDays, endOfDay, startOfDay } from "@/lib/server/base/time";
import type { Queryable } from "@/lib/server/db/client";
import { ireports } from "@/lib/server/db/schema/ireport";
import type { DayPeriod } from "@/lib/server/transaction/overview";
import { IS_OPEN_STATE, IS_RUNNING_STATE, isLateReport } from "./filter";

/** SQL condition for the reports that an admin may see; undefined if the admin may see all. */
type Visibility = SQL | undefined;
/** Category or LGA of a group of reports. Both are null in the total and in counts by day. */
type CountKey = { category: string | null; lga: string | null };
/** Number of reports submitted in the period and in the previous period, for one category, LGA or day. */
export type SubmittedReportCount = CountKey & { day: string | null; inPeriod: number; inPreviousPeriod: number };
/** Numbers of open reports, and of those that are late, unassigned, escalated or waiting for the citizen, for one category or LGA. */
export type OpenReportCount = CountKey &
  Record<"open" | "late" | "unassigned" | "escalated" | "waitingForCitizen", number>;
type TimeStats = { now: number; before: number; minutes: { now: number | null; before: number | null } };

/** Returns SQL conditions for a period, and for the previous period of equal length. */
function periodConditions(column: PgColumn, { from, to }: DayPeriod) {
  const firstDay = startOfDay(addDays(from, -countDays(from, to)));
  return {
    both: sql`${column} >= ${firstDay} and ${column} < ${endOfDay(to)}`,
    now: sql`filter (where ${column} >= ${startOfDay(from)})`,
    before: sql`filter (where ${column} < ${startOfDay(from)})`,
  };
}

/** Counts submitted reports by category, by LGA, by day and in total. */
export async function countSubmittedReports(
  db: Queryable,
  period: DayPeriod,
  visible: Visibility,
): Promise<SubmittedReportCount[]> {
  const { both, now, before } = periodConditions(ireports.submittedAt, period);
  // Computes the day in a subquery, because calling `lagos_day` in the outer query would add a join per row.
  const result = await db.execute<SubmittedReportCount>(sql`
    select category_id as category, lga, day::text as day,
      count(*) ${now}::int as "inPeriod", count(*) ${before}::int as "inPreviousPeriod"
    from (select ${ireports.categoryId}, ${ireports.lga}, ${ireports.submittedAt}, lagos_day(${ireports.submittedAt}) as day
      from ${ireports} where ${and(both, visible)}) as ireports
    group by grouping sets ((category_id), (lga), (day), ())`);
  return result.rows;
}

/** Counts reports that are open now, by category, by LGA and in total. */
export async function countOpenReports(db: Queryable, visible: Visibility): Promise<OpenReportCount[]> {
  const late = isLateReport();
  const result = await db.execute<OpenReportCount>(sql`
    select ${ireports.categoryId} as category, ${ireports.lga} as lga, count(*)::int as open,
      count(*) filter (where ${late})::int as late,
      count(*) filter (where ${ireports.ownerId} is null and ${IS_RUNNING_STATE})::int as unassigned,
      count(*) filter (where ${late} and ${ireports.escalatedAt} is not null)::int as escalated,
      count(*) filter (where ${ireports.state} = 'waiting_for_citizen')::int as "waitingForCitizen"
    from ${ireports} where ${and(IS_OPEN_STATE, visible)}
    group by grouping sets ((${ireports.categoryId}), (${ireports.lga}), ())`);
  return result.rows;
}

/** Counts reports whose time in `column` is in the period. Also returns the median minutes from submission to that time. */
export async function measureMinutesSinceSubmission(
  db: Queryable,
  column: PgColumn,
  period: DayPeriod,
  visible: Visibility,
): Promise<TimeStats> {
  const { both, now, before } = periodConditions(column, period);
  const median = sql`percentile_cont(0.5) within group (order by extract(epoch from ${column} - ${ireports.submittedAt}))`;
  const result = await db.execute<Record<"now" | "before" | "half_now" | "half_before", number | null>>(sql`
    select count(*) ${now}::int as now, count(*) ${before}::int as before,
      (${median} ${now})::float8 as half_now, (${median} ${before})::float8 as half_before
    from ${ireports} where ${and(both, visible)}`);
  const row = result.rows[0];
  const minutes = (seconds: number | null | undefined) => (seconds == null ? null : Math.round(seconds / 60));
  return {
    now: row?.now ?? 0,
    before: row?.before ?? 0,
    minutes: { now: minutes(row?.half_now), before: minutes(row?.half_before) },
  };
}

/** Counts resolved reports for each day of the period. */
export async function countResolvedReportsByDay(
  db: Queryable,
  { from, to }: DayPeriod,
  visible: Visibility,
): Promise<Map<string, number>> {
  const result = await db.execute<{ day: string; resolved: number }>(sql`
    select lagos_day(${ireports.resolvedAt})::text as day, count(*)::int as resolved from ${ireports}
    where ${and(sql`${ireports.resolvedAt} >= ${startOfDay(from)} and ${ireports.resolvedAt} < ${endOfDay(to)}`, visible)}
    group by 1`);
  return new Map(result.rows.map(({ day, resolved }) => [day, resolved]));
}

/** Counts reports reopened in the period, each once, at its last reopening. */
export async function countReopenedReports(db: Queryable, period: DayPeriod, visible: Visibility) {
  const { both, now, before } = periodConditions(ireports.reopenedAt, period);
  const result = await db.execute<{ now: number; before: number }>(sql`
    select count(*) ${now}::int as now, count(*) ${before}::int as before
    from ${ireports} where ${and(both, visible)}`);
  return { now: result.rows[0]?.now ?? 0, before: result.rows[0]?.before ?? 0 };
}

/** Returns the average star rating, rounded to two decimals, and the number of ratings. */
export async function readAverageRating(db: Queryable, period: DayPeriod, visible: Visibility) {
  const { both, now, before } = periodConditions(ireports.ratedAt, period);
  const result = await db.execute<{ now: number | null; before: number | null; count: number }>(sql`
    select (avg(${ireports.rating}) ${now})::float8 as now, (avg(${ireports.rating}) ${before})::float8 as before,
      count(*) ${now}::int as count
    from ${ireports} where ${and(both, visible)}`);
  const row = result.rows[0];
  const roundStars = (stars: number | null | undefined) => (stars == null ? null : Math.round(stars * 100) / 100);
  return { now: roundStars(row?.now), before: roundStars(row?.before), count: row?.count ?? 0 };
}
