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
import { categoriesIn, circleOf, ireportFilter, isOpen, isWithin, type ListInput } from "./filter";
import { byCondition, isInPart, type Part, type Reader } from "./read-by-condition";
import type { Viewer } from "./visibility";

/** Limit of rows that one page reads, all values together. Above it, reading with one condition costs less. */
const MAX_READ = 50_000;

/**
 * A filter by several values of one column, each with an index by due time. PostgreSQL uses that order for one value only. For
 * several it sorts all matches or scans all reports by due time, and both costs grow with the table. So this reads the first
 * rows of each value and merges them.
 */
type Spread = {
  column: PgColumn;
  values: readonly (string | number)[];
  /** The remaining conditions. */
  rest: SQL | undefined;
};

/** Returns the most selective filter by several values, or null if there is none. */
export async function spreadOf(db: Queryable, input: ListInput, admin: Viewer): Promise<Spread | null> {
  // Late reports are always open. PostgreSQL can't infer that, and the indexes require it.
  const open = input.late ? isOpen : undefined;
  const restOf = async (without: Partial<ListInput>) =>
    and(open, await ireportFilter(db, { ...input, ...without }, admin));
  const by = async (column: PgColumn, values: Spread["values"], without: Partial<ListInput>) =>
    values.length > 1 ? { column, values, rest: await restOf(without) } : null;
  if (input.near) {
    const [place, km] = circleOf(input.near, input.within);
    const rest = and(await restOf({ near: undefined }), isWithin(place, km));
    return { column: ireports.cell, values: cellsAround(place.lat, place.lng, km), rest };
  }
  const categories = await categoriesIn(db, input);
  if (categories) return by(ireports.categoryId, categories, { category: undefined, department: undefined });
  if (input.lga) return by(ireports.lga, splitAnyOf(input.lga), { lga: undefined });
  if (input.state) return by(ireports.state, splitAnyOf(input.state), { state: undefined });
  if (input.priority) return by(ireports.priority, splitAnyOf(input.priority), { priority: undefined });
  return null;
}

/** Returns the filter as one condition. */
export const wholeOf = ({ column, values, rest }: Spread): SQL | undefined =>
  and(sql`${column} = any(${arrayOf(column, values)})`, rest);

/** Returns true if reading by values pays off: in due-time order, and not on a deep page, which costs as much for each value. */
export const isReadByValue = ({ values }: Spread, { sort = "due_at", page, size }: ListInput): boolean =>
  ["due_at", "-due_at"].includes(sort) && values.length * (page + 1) * size <= MAX_READ;

/** Reads value by value, in due-time order only. */
export const byValue = (db: Queryable, spread: Spread): Reader => ({
  async ids(part, { order, limit, offset }) {
    const first = firstOf(spread, part, sql`id, due_at`, sql`order by ${order} limit ${offset + limit}`);
    const found = await db.execute<{ id: string }>(sql`
      select id from ${first} order by ${order} limit ${limit} offset ${offset}`);
    return found.rows.map(({ id }) => id);
  },
  async count(part = "all", cap = COUNT_CAP) {
    const first = firstOf(spread, part, sql`1`, sql`limit ${cap + 1}`);
    const counted = await db.execute<{ count: number }>(sql`
      select count(*)::int as count from (select 1 from ${first} limit ${cap + 1}) as counted`);
    return capped(counted.rows[0]?.count ?? 0, cap);
  },
});

/**
 * Reads running reports state by state. The index of open reports by due time lacks the state, and paused reports have the
 * oldest due times. A scan would read all of these before the first running one.
 */
export function byRunningState(db: Queryable, where: SQL | undefined): Reader {
  const single = byCondition(db, where);
  const running = byValue(db, { column: ireports.state, values: IREPORT_RUNNING_STATES, rest: where });
  return { ...single, ids: (part, slice) => (part === "running" ? running : single).ids(part, slice) };
}

/** Selects the first rows of each value, under the table's own name. */
function firstOf({ column, values, rest }: Spread, part: Part, what: SQL, limited: SQL): SQL {
  // States of another part can't match, so they would cost a useless scan.
  const fitting = column === ireports.state && part !== "all" ? values.filter((state) => isIn(part, state)) : values;
  return sql`unnest(${arrayOf(column, fitting)}) as one(value) cross join lateral (select ${what}
    from ${ireports} ${whereOf(and(sql`${column} = one.value`, isInPart(part), rest))} ${limited}) as ${ireports}`;
}

const isIn = (part: Part, state: string | number) => part === partOf(state as IreportState);

/** Returns the part of the list that has reports of this state. */
export const partOf = (state: IreportState): Exclude<Part, "all"> =>
  isRunningIreport(state) ? "running" : isOpenIreport(state) ? "waiting" : "closed";

const arrayOf = (column: PgColumn, values: Spread["values"]): SQL =>
  sql`${sql.param([...values])}::${sql.raw(column.getSQLType())}[]`;
