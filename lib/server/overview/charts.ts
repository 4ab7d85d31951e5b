import "server-only";
import { and, gte, lt, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { accessPolicy, satisfiesPolicy } from "@/lib/contract/access";
import type { InputOf, OutputOf } from "@/lib/contract/common";
import type { overviewCalls } from "@/lib/contract/overview";
import { CHART_FEATURES, type HomeChart } from "@/lib/contract/overview.values";
import { TRANSACTION_TYPES } from "@/lib/contract/transaction.values";
import type { SignedInAdmin } from "@/lib/server/api/context";
import { endOfDay, listLagosDays, startOfDay } from "@/lib/server/base/time";
import type { Queryable } from "@/lib/server/db/client";
import { ireports } from "@/lib/server/db/schema/ireport";
import { kycRequests } from "@/lib/server/db/schema/kyc";
import { IS_CLOSED_STATE } from "@/lib/server/ireport/filter";
import { visibleReportsFilter } from "@/lib/server/ireport/visibility";
import { whereClause } from "@/lib/server/lists/list";
import type { DayPeriod } from "@/lib/server/transaction/overview";
import { comparedPeriodOf } from "./figures";
import { homePartLimitMs, readHomePart } from "./in-time";

type Charts = OutputOf<typeof overviewCalls.charts>;

/**
 * Returns the charts that the admin may see, by day. Each figure equals that of its module for the same days. Charts are read
 * concurrently, each with its own time limit.
 */
export async function readHomeCharts(
  db: Queryable,
  admin: SignedInAdmin,
  input: InputOf<typeof overviewCalls.charts>,
  limitMs = homePartLimitMs(),
): Promise<Charts> {
  const period = comparedPeriodOf(input);
  const failed: HomeChart[] = [];
  async function readChart<T>(chart: HomeChart, read: () => Promise<T>): Promise<T | undefined> {
    if (!satisfiesPolicy(admin.rights, accessPolicy(CHART_FEATURES[chart], "read"))) return undefined;
    const figures = await readHomePart({ adminId: admin.id, part: chart, limitMs }, read);
    if (figures === null) failed.push(chart);
    return figures ?? undefined;
  }
  const [payments, kyc, reports] = await Promise.all([
    readChart("chart:payments", () => paymentsByDay(db, period)),
    readChart("chart:kyc", () => kycByDay(db, period)),
    readChart("chart:ireports", () => reportsByDay(db, period, admin)),
  ]);
  return {
    ...period,
    ...(payments && { payments }),
    ...(kyc && { kyc }),
    ...(reports && { ireports: reports }),
    failed,
  };
}

/** Sums successful payments by day and type, from the daily totals. Types without a payment are left out. */
async function paymentsByDay(db: Queryable, { from, to }: DayPeriod): Promise<Charts["payments"]> {
  const facets = TRANSACTION_TYPES.map((type) => `type:${type}`);
  const { rows } = await db.execute<{ day: string; type: string; volume: number }>(sql`
    select day::text as day, substring(facet from 6) as type, sum(amount)::float8 as volume from day_totals
    where list = 'completed' and facet = any(${sql.param(facets)}) and day between ${from} and ${to} group by 1, 2`);
  const types = TRANSACTION_TYPES.filter((type) => rows.some((row) => row.type === type && row.volume !== 0));
  const volumes = new Map(rows.map(({ day, type, volume }) => [`${day} ${type}`, volume]));
  const days = listLagosDays(from, to).map((day) => ({
    day,
    volumes: types.map((type) => volumes.get(`${day} ${type}`) ?? 0),
  }));
  return { types, days };
}

async function kycByDay(db: Queryable, { from, to }: DayPeriod): Promise<Charts["kyc"]> {
  const { rows } = await db.execute<{ day: string; rows: number }>(sql`
    select day::text as day, sum(rows)::int as rows from day_totals
    where list = 'kyc' and facet = '' and day between ${from} and ${to} group by 1`);
  const received = new Map(rows.map((row) => [row.day, row.rows]));
  const decided = await countByDay(db, kycRequests, kycRequests.decidedAt, { from, to });
  return listLagosDays(from, to).map((day) => ({
    day,
    received: received.get(day) ?? 0,
    decided: decided.get(day) ?? 0,
  }));
}

async function reportsByDay(db: Queryable, period: DayPeriod, admin: SignedInAdmin): Promise<Charts["ireports"]> {
  const visible = await visibleReportsFilter(db, admin);
  const opened = await countByDay(db, ireports, ireports.submittedAt, period, visible);
  const closed = await countByDay(db, ireports, ireports.stoppedAt, period, and(IS_CLOSED_STATE, visible));
  return listLagosDays(period.from, period.to).map((day) => ({
    day,
    opened: opened.get(day) ?? 0,
    closed: closed.get(day) ?? 0,
  }));
}

/** Counts rows by the Lagos day of a column, which must lead an index. */
async function countByDay(
  db: Queryable,
  table: PgTable,
  at: PgColumn,
  { from, to }: DayPeriod,
  where?: SQL,
): Promise<Map<string, number>> {
  const during = and(gte(at, startOfDay(from)), lt(at, endOfDay(to)), where);
  const { rows } = await db.execute<{ day: string; count: number }>(
    sql`select lagos_day(${at})::text as day, count(*)::int as count from ${table} ${whereClause(during)} group by 1`,
  );
  return new Map(rows.map(({ day, count }) => [day, count]));
}
