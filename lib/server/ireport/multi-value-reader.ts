import "server-only";
import { and, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { COUNT_CAP, splitAnyOf } from "@/lib/contract/common";
import {
  IREPORT_RUNNING_STATES,
  type IreportState,
  isOpenIreport,
  isRunningIreport,
} from "@/lib/contract/ireport.values";
import { cellsAround } from "@/lib/contract/place.values";
import type { Queryable } from "@/lib/server/db/client";
import { ireports } from "@/lib/server/db/schema/ireport";
import { capped, whereOf } from "@/lib/server/lists/list";
import { categoriesIn, ireportFilter, isOpen, isWithin, type ListInput, parseCircle } from "./filter";
import { isInPart, type ListPart, type PartReader, singleConditionReader } from "./single-condition-reader";
import type { Viewer } from "./visibility";

/** Maximum rows that one page reads for all values together. Above it, one condition is faster. */
const MAX_READ = 50_000;

/**
 * A filter by several values of one column, each with an index by due time. PostgreSQL uses that index order for a
 * single value only; for several it sorts all matches or scans all reports, which becomes slower as the table grows. So
 * this reads the first rows of each value and merges them.
 */
type MultiFilter = {
  column: PgColumn;
  values: readonly (string | number)[];
  /** The remaining conditions. */
  rest: SQL | undefined;
};

/** Returns the most selective filter by several values, or null if there is none. */
export async function multiFilter(db: Queryable, input: ListInput, admin: Viewer): Promise<MultiFilter | null> {
  // Adds that late reports are open, because the indexes require it and PostgreSQL can't infer it.
  const open = input.late ? isOpen : undefined;
  const otherFilters = async (omitted: Partial<ListInput>) =>
    and(open, await ireportFilter(db, { ...input, ...omitted }, admin));
  const filterBy = async (column: PgColumn, values: MultiFilter["values"], omitted: Partial<ListInput>) =>
    values.length > 1 ? { column, values, rest: await otherFilters(omitted) } : null;
  if (input.near) {
    const [place, km] = parseCircle(input.near, input.within);
    const rest = and(await otherFilters({ near: undefined }), isWithin(place, km));
    return { column: ireports.cell, values: cellsAround(place.lat, place.lng, km), rest };
  }
  const categories = await categoriesIn(db, input);
  if (categories) return filterBy(ireports.categoryId, categories, { category: undefined, department: undefined });
  if (input.lga) return filterBy(ireports.lga, splitAnyOf(input.lga), { lga: undefined });
  if (input.state) return filterBy(ireports.state, splitAnyOf(input.state), { state: undefined });
  if (input.priority) return filterBy(ireports.priority, splitAnyOf(input.priority), { priority: undefined });
  return null;
}

export const asCondition = ({ column, values, rest }: MultiFilter): SQL | undefined =>
  and(sql`${column} = any(${sqlArray(column, values)})`, rest);

/** Returns true if reading by values is faster: in due-time order, and not on a deep page. */
export const isReadByValue = ({ values }: MultiFilter, { sort = "due_at", page, size }: ListInput): boolean =>
  ["due_at", "-due_at"].includes(sort) && values.length * (page + 1) * size <= MAX_READ;

/** Reads value by value; only for due-time order. */
export const readPerValue = (db: Queryable, filter: MultiFilter): PartReader => ({
  async ids(part, { order, limit, offset }) {
    const firstRows = firstPerValue(filter, part, sql`id, due_at`, sql`order by ${order} limit ${offset + limit}`);
    const found = await db.execute<{ id: string }>(sql`
      select id from ${firstRows} order by ${order} limit ${limit} offset ${offset}`);
    return found.rows.map(({ id }) => id);
  },
  async count(part = "all", cap = COUNT_CAP) {
    const firstRows = firstPerValue(filter, part, sql`1`, sql`limit ${cap + 1}`);
    const result = await db.execute<{ count: number }>(sql`
      select count(*)::int as count from (select 1 from ${firstRows} limit ${cap + 1}) as counted`);
    return capped(result.rows[0]?.count ?? 0, cap);
  },
});

/**
 * Reads running reports state by state. The index of open reports by due time does not contain the state, and paused
 * reports have the oldest due times: a scan would read all of these first.
 */
export function byRunningState(db: Queryable, where: SQL | undefined): PartReader {
  const single = singleConditionReader(db, where);
  const running = readPerValue(db, { column: ireports.state, values: IREPORT_RUNNING_STATES, rest: where });
  return { ...single, ids: (part, slice) => (part === "running" ? running : single).ids(part, slice) };
}

/** Selects the first rows of each value, under the table's own name. */
function firstPerValue({ column, values, rest }: MultiFilter, part: ListPart, columns: SQL, limited: SQL): SQL {
  // Skips states of other sections, which would cause a useless scan.
  const fitting = column === ireports.state && part !== "all" ? values.filter((state) => isIn(part, state)) : values;
  return sql`unnest(${sqlArray(column, fitting)}) as one(value) cross join lateral (select ${columns}
    from ${ireports} ${whereOf(and(sql`${column} = one.value`, isInPart(part), rest))} ${limited}) as ${ireports}`;
}

const isIn = (part: ListPart, state: string | number) => part === sectionOf(state as IreportState);

/** Returns the section of the list that contains reports in this state. */
export const sectionOf = (state: IreportState): Exclude<ListPart, "all"> =>
  isRunningIreport(state) ? "running" : isOpenIreport(state) ? "waiting" : "closed";

const sqlArray = (column: PgColumn, values: MultiFilter["values"]): SQL =>
  sql`${sql.param([...values])}::${sql.raw(column.getSQLType())}[]`;
