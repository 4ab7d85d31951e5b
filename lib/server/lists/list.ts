import "server-only";
import { type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { COUNT_CAP } from "@/lib/contract/common";
import type { Queryable } from "@/lib/server/db/client";

/** Counts up to the cap and no further, so that a list never costs more to count than to read (docs/rules.md, Lists). */
export async function cappedCount(db: Queryable, table: PgTable, where: SQL | undefined, cap = COUNT_CAP) {
  const counted = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from
      (select 1 from ${table} ${where ? sql`where ${where}` : sql``} limit ${cap + 1}) as counted`);
  return capped(counted.rows[0]?.count ?? 0, cap);
}

/** A count as a list says it. */
export const capped = (count: number, cap = COUNT_CAP) => ({ total: Math.min(count, cap), totalIsCapped: count > cap });

/** What a list answers: a page of its rows, counted from 0, and how many there are. */
export const answerOf = <T>(
  { page, size }: { page: number; size: number },
  items: T[],
  count: ReturnType<typeof capped>,
) => ({
  items,
  page,
  size,
  ...count,
});

/** A page of a table's rows in an order of its own, and how many there are. Deep pages skip row by row: for short lists. */
export async function pageOfTable<T extends PgTable>(
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
  return { rows: rows as T["$inferSelect"][], count: await cappedCount(db, table, where) };
}

/** What a list answers that is always read as a whole. */
export const whole = async <T>(rows: Promise<T[]>) => ({ items: await rows });

/** `-due_at` → `due_at desc, id desc`: the id settles ties, so that no row shows on two pages. */
export function orderOf(sort: string, columns: Record<string, (PgColumn | SQL)[]>, id: PgColumn): SQL {
  const descending = sort.startsWith("-");
  const chosen = columns[descending ? sort.slice(1) : sort];
  if (!chosen) throw new Error(`No sort ${sort}.`);
  const direction = descending ? sql`desc` : sql`asc`;
  return sql.join(
    [...chosen, id].map((column) => sql`${column} ${direction}`),
    sql`, `,
  );
}

export const whereOf = (condition: SQL | undefined) => (condition ? sql`where ${condition}` : sql``);

/** Whether a text begins with what was typed, in any case. The database lowers both: its small letters are its own. */
export const begins = (text: PgColumn, typed: string): SQL => sql`lower(${text}) like lower(${likePrefix(typed)})`;

/** Whether a name is this one, in any case: as the unique indexes of names see it. */
export const isNamed = (name: PgColumn, typed: string): SQL => sql`lower(${name}) = lower(${typed})`;

/** A person typed `50%` or `a_b`, not a pattern. */
export const likePrefix = (typed: string) => `${typed.replace(/[\\%_]/g, "\\$&")}%`;
