import "server-only";
import { type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Feature, FeatureAccess } from "@/lib/contract/access";
import { COUNT_CAP } from "@/lib/contract/common";
import type { HomeFigure, HomeWorkItem } from "@/lib/contract/overview";
import type { Route } from "@/lib/contract/route";
import type { SignedInAdmin } from "@/lib/server/api/context";
import type { Queryable } from "@/lib/server/db/client";
import { toCappedTotal, whereClause } from "@/lib/server/lists/list";
import type { DayTotalsFilter } from "@/lib/server/totals/day-totals";

/** Period shown on Home, and the equally long period before. Lagos days, both ends included. */
export type ComparedPeriod = { from: string; to: string; before_from: string; before_to: string };

/** Number of rows, counted up to the cap of lists. */
export type CappedCount = ReturnType<typeof toCappedTotal>;

/** Oldest items of one kind of work, with the number of all items. */
export type HomeWorkGroup = CappedCount & {
  items: Omit<HomeWorkItem, "kind">[];
  /** Replaces the source's label and URL, for a source with several lists. */
  label?: string;
  url?: string;
};

/** Source of one kind of work that waits for an admin. */
export type HomeWorkSource = {
  kind: string;
  label: string;
  /** The call that does the work. Admins without its right, or without `read` of its feature, don't see this kind. */
  needs?: Route;
  /** Replaces `needs` if the required right depends on the record. */
  mayDo?: (rights: readonly FeatureAccess[]) => boolean;
  /** URL of the list of all items, with the filter that `read` counts. */
  url: string;
  /** Reads the oldest items and counts all, with the filter of the module's list. */
  read: (db: Queryable, admin: SignedInAdmin, limit: number) => Promise<HomeWorkGroup[]>;
};

/** Source of one kind of change in a module, counted since the admin's last visit to Home. */
export type HomeChangeSource = {
  id: string;
  label: string;
  table: PgTable;
  /** Returns the condition for events since a time. It must match an index. */
  where: (since: Date, admin: SignedInAdmin, db: Queryable) => SQL | undefined | Promise<SQL | undefined>;
  /** Returns the URL of the list from a Lagos day on. Omitted if no list has such a filter. */
  urlFrom?: (day: string) => string;
};

/** What a module shows on Home: figures, work and changes. `lib/server/overview/home-modules.ts` lists all modules. */
export type ModuleHomeItems = {
  /** Feature of the module: admins who may read it see the figures and the changes. */
  feature: Feature;
  figures: (db: Queryable, period: ComparedPeriod, admin: SignedInAdmin) => Promise<HomeFigure[]>;
  work: readonly HomeWorkSource[];
  changes: readonly HomeChangeSource[];
};

type OldestQuery = {
  table: PgTable;
  where: SQL | undefined;
  id: PgColumn;
  title: PgColumn | SQL;
  detail: PgColumn | SQL;
  since: PgColumn | SQL;
  due?: PgColumn | SQL;
  expires?: boolean;
  urlOf: (id: string, detail: string) => string;
};
type OldestRow = { id: string; title: string; detail: string; since: string; due: string | null; total: number };

/** Reads the oldest rows that match a query, and counts all of them up to the cap of lists, in one statement. */
export async function readOldestWork(db: Queryable, query: OldestQuery, limit: number): Promise<HomeWorkGroup[]> {
  const { table, where, id, title, detail, since, due = sql`null`, expires = false, urlOf } = query;
  const { rows } = await db.execute<OldestRow>(sql`
    select ${id} as id, ${title} as title, ${detail} as detail, ${since} as since, ${due} as due,
      (select count(*)::int from (select 1 from ${table} ${whereClause(where)} limit ${COUNT_CAP + 1}) counted) as total
    from ${table} ${whereClause(where)} order by ${since}, ${id} limit ${limit}`);
  const items = rows.map((row) => ({
    id: row.id,
    title: row.title,
    detail: row.detail,
    since: new Date(row.since).toISOString(),
    due_at: row.due && new Date(row.due).toISOString(),
    expires,
    url: urlOf(row.id, row.detail),
  }));
  return [{ items, ...toCappedTotal(rows[0]?.total ?? 0) }];
}

/** Builds a figure for Home. The defaults suit a count of the current state without a comparison. */
export const toHomeFigure = (
  values: Pick<HomeFigure, "id" | "label" | "value" | "url"> & Partial<HomeFigure>,
): HomeFigure => ({ unit: "count", before: null, is_capped: false, tone: "neutral", note: null, ...values });

/** Returns the values of a capped count as fields of a figure. */
export const cappedCountFields = ({ total, totalIsCapped }: CappedCount) => ({
  value: total,
  is_capped: totalIsCapped,
});

/** Like `cappedCountFields`, with the count of the previous period. A capped count gets no comparison, because the difference is unknown. */
export const comparedCountFields = (now: CappedCount, before: CappedCount) => ({
  ...cappedCountFields(now),
  before: now.totalIsCapped || before.totalIsCapped ? null : before.total,
});

/** A table with a condition on the rows to count. */
export type CountQuery = { table: PgTable; where: SQL | undefined };

/** Counts the rows of several tables in one statement, each up to the cap, by their names in `queries`. */
export async function countQueriesUpToCap<K extends string>(
  db: Queryable,
  queries: Record<K, CountQuery>,
  cap = COUNT_CAP,
): Promise<Record<K, CappedCount>> {
  const names = Object.keys(queries) as K[];
  const counts = names.map((name, index) => {
    const { table, where } = queries[name];
    return sql`(select count(*)::int from (select 1 from ${table} ${whereClause(where)} limit ${cap + 1}) counted)
      as ${sql.identifier(`count_${index}`)}`;
  });
  const { rows } = await db.execute<Record<string, number>>(sql`select ${sql.join(counts, sql`, `)}`);
  return Object.fromEntries(
    names.map((name, index) => [name, toCappedTotal(rows[0]?.[`count_${index}`] ?? 0, cap)]),
  ) as Record<K, CappedCount>;
}

type Totals = { rows: number; rows_before: number; amount: number; amount_before: number };

/**
 * Sums daily totals (schema/totals.ts) of a period and of the one before, in one statement.
 * @param groups facets by the name of their sum: `{ sold: ["state:valid"] }`; `[""]` for all rows
 */
export async function comparePeriodTotals<K extends string>(
  db: Queryable,
  list: DayTotalsFilter["list"],
  groups: Record<K, readonly string[]>,
  { from, to, before_from }: ComparedPeriod,
): Promise<Record<K, Totals>> {
  const names = Object.keys(groups) as K[];
  const facets = names.flatMap((name) => groups[name]);
  const { rows } = await db.execute<Totals & { facet: string }>(sql`
    select facet, coalesce(sum(rows) filter (where day >= ${from}), 0)::float8 as rows,
      coalesce(sum(rows) filter (where day < ${from}), 0)::float8 as rows_before,
      coalesce(sum(amount) filter (where day >= ${from}), 0)::float8 as amount,
      coalesce(sum(amount) filter (where day < ${from}), 0)::float8 as amount_before
    from day_totals where list = ${list} and facet = any(${sql.param(facets)}) and day between ${before_from} and ${to}
    group by facet`);
  const sumOf = (name: K, column: keyof Totals) =>
    rows.filter(({ facet }) => groups[name].includes(facet)).reduce((sum, row) => sum + row[column], 0);
  return Object.fromEntries(
    names.map((name) => [
      name,
      {
        rows: sumOf(name, "rows"),
        rows_before: sumOf(name, "rows_before"),
        amount: sumOf(name, "amount"),
        amount_before: sumOf(name, "amount_before"),
      },
    ]),
  ) as Record<K, Totals>;
}
