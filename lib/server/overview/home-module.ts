import "server-only";
import { type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Feature, FeatureAccess } from "@/lib/contract/access";
import { COUNT_CAP } from "@/lib/contract/common";
import type { HomeFigure, WorkItem } from "@/lib/contract/overview";
import type { Route } from "@/lib/contract/route";
import type { SignedInAdmin } from "@/lib/server/api/context";
import type { Queryable } from "@/lib/server/db/client";
import { capped, cappedCount, whereOf } from "@/lib/server/lists/list";

/** Days of Home, and the equally long period before. Lagos days, both ends included. */
export type ComparedPeriod = { from: string; to: string; before_from: string; before_to: string };

export type Count = ReturnType<typeof capped>;

export type WorkGroup = Count & {
  items: Omit<WorkItem, "kind">[];
  /** Replace those of the source, for a source with several lists. */
  label?: string;
  url?: string;
};

/** One kind of work that waits for an admin. */
export type WorkSource = {
  kind: string;
  label: string;
  /** The call that does the work. Admins without its right, or without `read` of its feature, don't see this kind. */
  needs?: Route;
  /** Replaces `needs` for work whose right depends on the record. */
  mayDo?: (rights: readonly FeatureAccess[]) => boolean;
  /** The list of all of them, with the filter that `read` counts. */
  url: string;
  /** Reads the oldest items and counts all, with the filter of the module's list. */
  read: (db: Queryable, admin: SignedInAdmin, limit: number) => Promise<WorkGroup[]>;
};

/** One thing that happens in a module, counted since the admin's last visit. */
export type ChangeSource = {
  id: string;
  label: string;
  count: (db: Queryable, since: Date, admin: SignedInAdmin) => Promise<Count>;
  /** Returns the list from a Lagos day on. Left out where no list has such a filter. */
  urlFrom?: (day: string) => string;
};

/** Counts of changes stop here. */
const CHANGES_CAP = 1_000;
/** Counts the rows of a table up to the cap of changes. `where` must fit an index. */
export const countChanges = (db: Queryable, table: PgTable, where: SQL | undefined) =>
  cappedCount(db, table, where, CHANGES_CAP);

/** What a module contributes to Home. `lib/server/overview/home-modules.ts` lists all. */
export type HomeModule = {
  /** Its read right shows the figures and the changes. */
  feature: Feature;
  figures: (db: Queryable, period: ComparedPeriod, admin: SignedInAdmin) => Promise<HomeFigure[]>;
  work: readonly WorkSource[];
  changes: readonly ChangeSource[];
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

/** Reads the oldest rows that match, and counts all up to the cap of lists, in one statement. */
export async function oldestOf(db: Queryable, query: OldestQuery, limit: number): Promise<WorkGroup[]> {
  const { table, where, id, title, detail, since, due = sql`null`, expires = false, urlOf } = query;
  const { rows } = await db.execute<OldestRow>(sql`
    select ${id} as id, ${title} as title, ${detail} as detail, ${since} as since, ${due} as due,
      (select count(*)::int from (select 1 from ${table} ${whereOf(where)} limit ${COUNT_CAP + 1}) counted) as total
    from ${table} ${whereOf(where)} order by ${since}, ${id} limit ${limit}`);
  const items = rows.map((row) => ({
    id: row.id,
    title: row.title,
    detail: row.detail,
    since: new Date(row.since).toISOString(),
    due_at: row.due && new Date(row.due).toISOString(),
    expires,
    url: urlOf(row.id, row.detail),
  }));
  return [{ items, ...capped(rows[0]?.total ?? 0) }];
}

/** Builds a figure. The defaults are those of a plain count of now. */
export const figureOf = (
  values: Pick<HomeFigure, "id" | "label" | "value" | "url"> & Partial<HomeFigure>,
): HomeFigure => ({ unit: "count", before: null, is_capped: false, tone: "neutral", note: null, ...values });

/** Returns the values of a capped count as fields of a figure. */
export const countFields = ({ total, totalIsCapped }: Count) => ({ value: total, is_capped: totalIsCapped });

type Totals = { rows: number; rows_before: number; amount: number; amount_before: number };

/**
 * Sums daily totals (schema/totals.ts) of a period and of the one before.
 * @param facets such as `["state:valid"]`; `[""]` for all rows
 */
export async function comparedTotals(
  db: Queryable,
  list: string,
  facets: readonly string[],
  { from, to, before_from }: ComparedPeriod,
): Promise<Totals> {
  const { rows } = await db.execute<Totals>(sql`
    select coalesce(sum(rows) filter (where day >= ${from}), 0)::float8 as rows,
      coalesce(sum(rows) filter (where day < ${from}), 0)::float8 as rows_before,
      coalesce(sum(amount) filter (where day >= ${from}), 0)::float8 as amount,
      coalesce(sum(amount) filter (where day < ${from}), 0)::float8 as amount_before
    from day_totals where list = ${list} and facet = any(${sql.param(facets)}) and day between ${before_from} and ${to}`);
  return rows[0] ?? { rows: 0, rows_before: 0, amount: 0, amount_before: 0 };
}
