import "server-only";
import { and, inArray, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { COUNT_CAP, splitAnyOf } from "@/lib/contract/common";
import { type IreportState, isOpenIreport } from "@/lib/contract/ireport.values";
import type { Queryable } from "@/lib/server/db/client";
import { ireports, urgencyOf } from "@/lib/server/db/schema/ireport";
import { capped, cappedCount } from "@/lib/server/list";
import { ireportFilter, isOpen, type ListInput } from "./filter";
import { ireportMark } from "./pulse";
import { selectRows, toRow } from "./rows";
import type { Viewer } from "./visible";

/** Within open and within closed reports; those of a number or a day are in one order, whatever came of them. */
const SORTS: Record<string, { by: (PgColumn | SQL)[]; openFirst: boolean }> = {
  due_at: { by: [ireports.dueAt], openFirst: true },
  state_due_at: { by: [ireports.stateDueAt], openFirst: true },
  // The other way round than it is stored: the greatest priority is the first in urgency.
  priority: { by: [urgencyOf(ireports.priority), ireports.dueAt], openFirst: true },
  submitted_at: { by: [ireports.submittedAt], openFirst: false },
  number: { by: [sql`length(${ireports.number})`, ireports.number], openFirst: false },
};

/** Oldest due first unless told, open ones before closed ones (product.md). */
export async function listIreports(db: Queryable, input: ListInput, admin: Viewer) {
  // Before the rows: what changes between the two is told twice rather than not at all.
  const mark = await ireportMark(db);
  const where = await ireportFilter(db, input, admin);
  const found = input.near || input.q?.trim() ? await searched(db, input, where) : null;
  const ids = found?.ids ?? (await pageOf(db, input, where));
  const rows = ids.length ? await selectRows(db).where(inArray(ireports.id, ids)) : [];
  const items = rows.sort((a, b) => ids.indexOf(a.report.id) - ids.indexOf(b.report.id)).map(toRow);
  const count = found ? capped(found.count) : await cappedCount(db, ireports, where);
  return { items, page: input.page, size: input.size, ...count, mark };
}

/**
 * What is found by words or by distance is found once: how many there are, and which of them the page shows. Of too many
 * to count one is soon met in the order of the list, which is then gone through instead.
 */
async function searched(db: Queryable, input: ListInput, where: SQL | undefined) {
  const { order, openFirst } = orderOf(input.sort);
  const { size, page } = input;
  const found = await db.execute<{ count: number; ids: string[] | null }>(sql`
    with fitting as materialized (select id, closed, due_at, state_due_at, submitted_at, number, priority
        from ${ireports} where ${where} limit ${COUNT_CAP + 1}),
      counted as (select count(*)::int as count from fitting)
    select count, case when count <= ${COUNT_CAP} then array(select id from fitting ${ireports}
      order by ${openFirst ? sql`closed, ` : sql``} ${order} limit ${size} offset ${page * size}) end as ids from counted`);
  return found.rows[0] ?? { count: 0, ids: [] };
}

function orderOf(sort = "due_at") {
  const descending = sort.startsWith("-");
  const { by, openFirst } = SORTS[sort.replace("-", "")] ?? { by: [], openFirst: false };
  const backwards = descending !== sort.endsWith("priority");
  const order = sql.join(
    [...by, ireports.id].map((column) => sql`${column} ${sql.raw(backwards ? "desc" : "asc")}`),
    sql`, `,
  );
  return { order, openFirst };
}

/** Ids first: what a page skips is read from an index, not from the table. */
async function pageOf(db: Queryable, { sort, page, size, state, late }: ListInput, where: SQL | undefined) {
  const { order, openFirst } = orderOf(sort);
  const read = async (which: SQL | undefined, limit: number, offset: number) => {
    const found = await db
      .select({ id: ireports.id })
      .from(ireports)
      .where(and(which, where))
      .orderBy(order)
      .limit(limit)
      .offset(offset);
    return found.map(({ id }) => id);
  };
  const offset = page * size;
  if (!openFirst) return read(undefined, size, offset);
  // One after the other: each is in the order of an index, in both directions.
  const states = state ? splitAnyOf<IreportState>(state) : null;
  const mayBeOpen = !states || states.some(isOpenIreport);
  const open = mayBeOpen ? await read(isOpen, size, offset) : [];
  if (open.length === size || late || states?.every(isOpenIreport)) return open;
  const opened = mayBeOpen ? (await cappedCount(db, ireports, and(isOpen, where), offset + size)).total : 0;
  const closed = await read(sql`${ireports.closed}`, size - open.length, Math.max(0, offset - opened));
  return [...open, ...closed];
}
