import "server-only";
import { and, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { COUNT_CAP, splitAnyOf } from "@/lib/contract/common";
import { IREPORT_OPEN_STATES } from "@/lib/contract/ireport.values";
import { cellsAround } from "@/lib/contract/place.values";
import type { Queryable } from "@/lib/server/db/client";
import { ireports } from "@/lib/server/db/schema/ireport";
import { capped, whereOf } from "@/lib/server/lists/list";
import { categoriesIn, circleOf, ireportFilter, isOpen, isWithin, type ListInput } from "./filter";
import { type Half, halfOf, type Reader } from "./read-by-condition";
import type { Viewer } from "./visibility";

/** Rows that a page reads at most, of all values together; beyond, the way of one condition costs less. */
const MOST_READ = 50_000;

/**
 * A filter by several values of one column, each of which has an index in the order of due times. PostgreSQL keeps that
 * order for one value only: for several it sorts all that fit, or goes through the order of all reports, and both grow
 * with the table. So the first rows of each value are read and these are merged.
 */
type Spread = {
  column: PgColumn;
  values: readonly (string | number)[];
  /** What else is asked of a report. */
  rest: SQL | undefined;
};

/** The most selective filter by several values. @returns null where there is none */
export async function spreadOf(db: Queryable, input: ListInput, admin: Viewer): Promise<Spread | null> {
  // Late ones are open, which the indexes know and PostgreSQL does not.
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

/** The same as one condition. */
export const wholeOf = ({ column, values, rest }: Spread): SQL | undefined =>
  and(sql`${column} = any(${arrayOf(column, values)})`, rest);

/** Whether the page is read by values: in another order they have no index, and deep ones are read once for each. */
export const isReadByValue = ({ values }: Spread, { sort = "due_at", page, size }: ListInput): boolean =>
  ["due_at", "-due_at"].includes(sort) && values.length * (page + 1) * size <= MOST_READ;

/** Value by value. Its order can only be that of due times. */
export const byValue = (db: Queryable, spread: Spread): Reader => ({
  async ids(half, { order, limit, offset }) {
    const first = firstOf(spread, half, sql`id, due_at`, sql`order by ${order} limit ${offset + limit}`);
    const found = await db.execute<{ id: string }>(sql`
      select id from ${first} order by ${order} limit ${limit} offset ${offset}`);
    return found.rows.map(({ id }) => id);
  },
  async count(half = "both", cap = COUNT_CAP) {
    const first = firstOf(spread, half, sql`1`, sql`limit ${cap + 1}`);
    const counted = await db.execute<{ count: number }>(sql`
      select count(*)::int as count from (select 1 from ${first} limit ${cap + 1}) as counted`);
    return capped(counted.rows[0]?.count ?? 0, cap);
  },
});

/** The first rows of each value, under the table's own name. */
function firstOf({ column, values, rest }: Spread, half: Half, what: SQL, limited: SQL): SQL {
  // Of a state of the other half nothing would be found, and everything looked at.
  const fitting = column === ireports.state && half !== "both" ? values.filter((state) => isIn(half, state)) : values;
  return sql`unnest(${arrayOf(column, fitting)}) as one(value) cross join lateral (select ${what}
    from ${ireports} ${whereOf(and(sql`${column} = one.value`, halfOf(half), rest))} ${limited}) as ${ireports}`;
}

const isIn = (half: Half, state: string | number) =>
  IREPORT_OPEN_STATES.some((open) => open === state) === (half === "open");

const arrayOf = (column: PgColumn, values: Spread["values"]): SQL =>
  sql`${sql.param([...values])}::${sql.raw(column.getSQLType())}[]`;
