import "server-only";
import { type SQL, sql } from "drizzle-orm";
import { type InputOf, splitChoiceList } from "@/lib/contract/common";
import type { ReconciliationDayState } from "@/lib/contract/reconciliation.values";
import type { reconciliationDayCalls as contract, ReconciliationDayRow } from "@/lib/contract/reconciliation-days";
import type { Queryable } from "@/lib/server/db/client";
import { toCappedTotal, toPagedList } from "@/lib/server/lists/list";
import { LAGOS_TODAY, readReconciliationSettings } from "@/lib/server/reconciliation/open-items";

type ListInput = InputOf<typeof contract.days>;
type Row = Omit<ReconciliationDayRow, "exceptions" | "proposed_at" | "closed_at"> & {
  count: number;
  sum: number;
  total: number;
  proposed_at: Date | string | null;
  closed_at: Date | string | null;
};

/** SQL: the days from the start of reconciliation to yesterday, with state and exceptions. `where` filters them. */
const daysSql = (where: SQL, order: SQL, { limit, offset }: { limit: number; offset: number }) => sql`
  with open_items as (
    select accounting_day, count(*)::int as count, sum(abs(amount))::float8 as sum from reconciliation_items
    where match_id is null and not is_split and due_on <= ${LAGOS_TODAY} group by accounting_day
  ), days as (
    select s.day::date as day, coalesce(d.state, 'open') as state, d.proposed_by, d.proposed_at, d.closed_by, d.closed_at
    from reconciliation_settings settings
    cross join lateral generate_series(settings.starts_on::timestamp, ${LAGOS_TODAY} - 1, '1 day') as s(day)
    left join reconciliation_days d on d.day = s.day::date
  ), matching as (select * from days where ${where})
  select m.day::text as day, m.state, coalesce(i.count, 0) as count, coalesce(i.sum, 0)::float8 as sum, m.proposed_at, m.closed_at,
    (select count(*)::int from matching) as total, ${adminSql(sql`m.proposed_by`)} as proposed_by,
    ${adminSql(sql`m.closed_by`)} as closed_by
  from matching m left join open_items i on i.accounting_day = m.day
  order by m.day ${order} limit ${limit} offset ${offset}`;

const adminSql = (
  id: SQL,
) => sql`(select json_build_object('id', a.id, 'name', a.first_name || ' ' || a.last_name, 'email', a.email)
  from admins a where a.id = ${id})`;

/** Lists the days since reconciliation started, newest first by default. Returns no days before the start. */
export async function listReconciliationDays(db: Queryable, { page, size, sort, state, from, to }: ListInput) {
  const { startsOn } = await readReconciliationSettings(db);
  const states = state ? splitChoiceList<ReconciliationDayState>(state) : null;
  const where = sql`true ${states ? sql`and state = any(${sql.param(states)})` : sql``} ${from ? sql`and day >= ${from}` : sql``}
    ${to ? sql`and day <= ${to}` : sql``}`;
  const order = sort === "day" ? sql`asc` : sql`desc`;
  const { rows } = await db.execute<Row>(daysSql(where, order, { limit: size, offset: page * size }));
  const total = rows[0]?.total ?? (page > 0 ? await countDays(db, where) : 0);
  return { ...toPagedList({ page, size }, rows.map(toDayRow), toCappedTotal(total)), starts_on: startsOn };
}

/** Counts the matching days. Needed for a page beyond the end, which has no row that contains the total. */
async function countDays(db: Queryable, where: SQL): Promise<number> {
  const { rows } = await db.execute<Row>(daysSql(where, sql`asc`, { limit: 1, offset: 0 }));
  return rows[0]?.total ?? 0;
}

/** Reads the row of one day; null for a day before reconciliation started, or one that has not ended. */
export async function readDayRow(db: Queryable, day: string): Promise<ReconciliationDayRow | null> {
  const { rows } = await db.execute<Row>(daysSql(sql`day = ${day}`, sql`asc`, { limit: 1, offset: 0 }));
  return rows[0] ? toDayRow(rows[0]) : null;
}

const toInstant = (at: Date | string | null) => at && new Date(at).toISOString();

const toDayRow = ({
  count,
  sum,
  total: _total,
  proposed_at: proposedAt,
  closed_at: closedAt,
  ...row
}: Row): ReconciliationDayRow => ({
  ...row,
  exceptions: { count, sum },
  proposed_at: toInstant(proposedAt),
  closed_at: toInstant(closedAt),
});
