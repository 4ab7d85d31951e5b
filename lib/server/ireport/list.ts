import "server-only";
import { inArray, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { COUNT_CAP, splitAnyOf } from "@/lib/contract/common";
import { type IreportState, isOpenIreport } from "@/lib/contract/ireport.values";
import type { Queryable } from "@/lib/server/db/client";
import { ireports, urgencyOf } from "@/lib/server/db/schema/ireport";
import { answerOf, capped } from "@/lib/server/lists/list";
import { ireportFilter, type ListInput } from "./filter";
import { ireportMark } from "./pulse";
import { byCondition, type Reader } from "./read-by-condition";
import { byValue, isReadByValue, spreadOf, wholeOf } from "./read-by-value";
import { selectRows, toRow } from "./rows";
import type { Viewer } from "./visibility";

/** Within open and within closed reports; those of a number or a day are in one order, whatever came of them. */
const SORTS: Record<string, { by: (PgColumn | SQL)[]; openFirst: boolean }> = {
  due_at: { by: [ireports.dueAt], openFirst: true },
  state_due_at: { by: [ireports.stateDueAt], openFirst: true },
  // The other way round than it is stored: the greatest priority is the first in urgency.
  priority: { by: [urgencyOf(ireports.priority), ireports.dueAt], openFirst: true },
  submitted_at: { by: [ireports.submittedAt], openFirst: false },
  number: { by: [sql`length(${ireports.number})`, ireports.number], openFirst: false },
};

/** Oldest due first unless told, open ones before closed ones (docs/rules.md). */
export async function listIreports(db: Queryable, input: ListInput, admin: Viewer) {
  // Before the rows: what changes between the two is told twice rather than not at all.
  const mark = await ireportMark(db);
  const isSearch = Boolean(input.q?.trim());
  const spread = isSearch ? null : await spreadOf(db, input, admin);
  const where = spread ? wholeOf(spread) : await ireportFilter(db, input, admin);
  const counter = spread ? byValue(db, spread) : byCondition(db, where);
  const reader = spread && isReadByValue(spread, input) ? counter : byCondition(db, where);
  const found = isSearch || (input.near && reader !== counter) ? await searched(db, input, where) : null;
  const ids = found?.ids ?? (await pageOf(reader, input));
  const rows = ids.length ? await selectRows(db).where(inArray(ireports.id, ids)) : [];
  const items = rows.sort((a, b) => ids.indexOf(a.report.id) - ids.indexOf(b.report.id)).map(toRow);
  const count = found ? capped(found.count) : await counter.count();
  return { ...answerOf(input, items, count), mark };
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

/** Ids of a page; of one that goes over the edge between open and closed ones, those of each. */
async function pageOf(reader: Reader, { sort, page, size, state, late }: ListInput) {
  const { order, openFirst } = orderOf(sort);
  const offset = page * size;
  if (!openFirst) return reader.ids("both", { order, limit: size, offset });
  const states = state ? splitAnyOf<IreportState>(state) : null;
  const mayBeOpen = !states || states.some(isOpenIreport);
  const open = mayBeOpen ? await reader.ids("open", { order, limit: size, offset }) : [];
  if (open.length === size || late || states?.every(isOpenIreport)) return open;
  const opened = mayBeOpen ? (await reader.count("open", offset + size)).total : 0;
  const skipped = Math.max(0, offset - opened);
  const closed = await reader.ids("closed", { order, limit: size - open.length, offset: skipped });
  return [...open, ...closed];
}
