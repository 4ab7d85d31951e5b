import "server-only";
import { type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Queryable } from "@/lib/server/db/client";
import { currentCountCap } from "./search-scope";

/** Counts the matching rows, but stops at `max`, so that counting a long list takes no longer than reading it (docs/rules.md, Lists). */
export async function countUpToCap(db: Queryable, table: PgTable, where: SQL | undefined, max = currentCountCap()) {
  const counted = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from
      (select 1 from ${table} ${where ? sql`where ${where}` : sql``} limit ${max + 1}) as counted`);
  return toCappedTotal(counted.rows[0]?.count ?? 0, max);
}

/** Returns a count as the fields `total` and `totalIsCapped` of a list's response. */
export const toCappedTotal = (count: number, max = currentCountCap()) => ({
  total: Math.min(count, max),
  totalIsCapped: count > max,
});

/** Returns the response of a list: a page of rows, the total, and the similar name that a search without results suggests. */
export const toPagedList = <T>(
  { page, size }: { page: number; size: number },
  items: T[],
  count: ReturnType<typeof toCappedTotal>,
  suggestion?: string,
) => ({
  items,
  page,
  size,
  ...count,
  ...(suggestion !== undefined && { suggestion }),
});

/** Reads one page of a table and the total. Only for short lists, because a deep page reads all rows that it skips. */
export async function readPageOfTable<T extends PgTable>(
  db: Queryable,
  table: T,
  { page, size }: { page: number; size: number },
  { where, order }: { where: SQL | undefined; order: SQL },
) {
  const rows = await db
    .select()
    .from(table as PgTable)
    .where(where)
    .orderBy(order)
    .limit(size)
    .offset(page * size);
  return { rows: rows as T["$inferSelect"][], count: await countUpToCap(db, table, where) };
}

/** Returns the response of a list that has no pages, so that it contains all rows. */
export const toUnpagedList = async <T>(rows: Promise<T[]>) => ({ items: await rows });

/** Converts a sort parameter to SQL: `-due_at` to `due_at desc, id desc`. The id breaks ties, so that no row is on two pages. */
export function orderByClause(sort: string, columns: Record<string, (PgColumn | SQL)[]>, id: PgColumn): SQL {
  const descending = sort.startsWith("-");
  const sortColumns = columns[descending ? sort.slice(1) : sort];
  if (!sortColumns) throw new Error(`No sort ${sort}.`);
  const direction = descending ? sql`desc` : sql`asc`;
  return sql.join(
    [...sortColumns, id].map((column) => sql`${column} ${direction}`),
    sql`, `,
  );
}

/** Returns SQL with the keyword `where` and a condition; empty SQL without a condition. */
export const whereClause = (condition: SQL | undefined) => (condition ? sql`where ${condition}` : sql``);

/** Returns an SQL condition: a text begins with the typed text, ignoring case by the database's rules. */
export const startsWithIgnoringCase = (text: PgColumn, typed: string): SQL =>
  sql`lower(${text}) like lower(${likePatternForPrefix(typed)})`;

/** Returns an SQL condition: a name equals the typed name, ignoring case, as the unique indexes of names do. */
export const equalsNameIgnoringCase = (name: PgColumn, typed: string): SQL => sql`lower(${name}) = lower(${typed})`;

/** Returns a LIKE pattern for texts that begin with the typed text. Escapes `%`, `_` and backslashes in it. */
export const likePatternForPrefix = (typed: string) => `${typed.replace(/[\\%_]/g, "\\$&")}%`;
