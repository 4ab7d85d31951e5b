import "server-only";
import { and, asc, eq, isNull, or, type SQL, sql } from "drizzle-orm";
import { type InputOf, splitChoiceList } from "@/lib/contract/common";
import { cleanPastedLine } from "@/lib/contract/pasted.values";
import type { revenueHeadCalls as calls, RevenueHeadDetails, RevenueHeadRow } from "@/lib/contract/revenue-heads";
import { HEAD_STATES, type HeadState } from "@/lib/contract/revenue-heads.values";
import { routes } from "@/lib/contract/routes";
import { refuse } from "@/lib/server/api/errors";
import { waitingApprovalsOfRecords } from "@/lib/server/approvals/waiting-requests";
import { readRecordTimeline } from "@/lib/server/audit/timeline";
import { lagosDayOf } from "@/lib/server/base/time";
import type { Queryable } from "@/lib/server/db/client";
import { revenueHeads } from "@/lib/server/db/schema/revenue-heads";
import { codeLabelColumns, textCell } from "@/lib/server/exports/cells";
import type { ExportList } from "@/lib/server/exports/lists";
import { countUpToCap, orderByClause, startsWithIgnoringCase, toPagedList } from "@/lib/server/lists/list";
import { headRowOn, headVersion, REVENUE_HEAD_RECORD_TYPE, type RevenueHeadRecord, readRowsOfHead } from "./record";

type ListInput = InputOf<typeof calls.list>;
/** Filters of the list of revenue heads. */
export type HeadFilters = Omit<ListInput, "page" | "size" | "sort">;

const SORTS = { code: [revenueHeads.code], name: [revenueHeads.name] };
const today = () => lagosDayOf(new Date());

/** SQL condition: the row is the one of its revenue head that applies on this day. */
export const headRowAppliesOnSql = (day: string): SQL => sql`(revenue_heads.starts_on <= ${day} and not exists (
  select 1 from revenue_heads later where later.code = revenue_heads.code
    and later.starts_on > revenue_heads.starts_on and later.starts_on <= ${day}))`;

/** SQL condition: the revenue head begins after this day, with this row. */
const beginsAfter = (day: string): SQL => sql`(revenue_heads.starts_on > ${day} and not exists (
  select 1 from revenue_heads earlier where earlier.code = revenue_heads.code
    and earlier.starts_on < revenue_heads.starts_on))`;

const stateOn = (day: string | SQL) => sql<HeadState>`case when revenue_heads.starts_on > ${day} then 'upcoming'
  when revenue_heads.is_active then 'active' else 'ended' end`;
const changesOn = sql<string | null>`(select min(later.starts_on)::text from revenue_heads later
  where later.code = revenue_heads.code and later.starts_on > revenue_heads.starts_on)`;
const versionOfHead = sql<number>`(select sum(each.version)::int from revenue_heads each
  where each.code = revenue_heads.code)`;

/** Returns the SQL condition for the filters of the list: one row per revenue head. */
export function headFilter({ q, state, account, ministry, on }: HeadFilters): SQL | undefined {
  const day = on ?? today();
  const states = state ? splitChoiceList<HeadState>(state) : undefined;
  const words = cleanPastedLine(q ?? "")
    .split(/\s+/)
    .filter(Boolean);
  return and(
    on ? headRowAppliesOnSql(on) : or(headRowAppliesOnSql(day), beginsAfter(day)),
    states ? sql`${stateOn(day)} = any(${sql.param(states)})` : undefined,
    account === "without" ? isNull(revenueHeads.accountNumber) : undefined,
    account === "with" ? sql`${revenueHeads.accountNumber} is not null` : undefined,
    ministry ? startsWithIgnoringCase(revenueHeads.ministry, ministry) : undefined,
    ...words.map(
      (word) => sql`strpos(lower(${revenueHeads.code} || ' ' || ${revenueHeads.name} || ' ' || ${revenueHeads.ministry}
        || ' ' || coalesce(${revenueHeads.accountNumber}, '')), lower(${word})) > 0`,
    ),
  );
}

type ListedRow = { head: RevenueHeadRecord; state: HeadState; changesOn: string | null; headVersion: number };
const toRow = ({ head, state, changesOn: nextDay, headVersion: version }: ListedRow): RevenueHeadRow => ({
  id: head.id,
  code: head.code,
  name: head.name,
  ministry: head.ministry,
  bank_name: head.bankName,
  account_number: head.accountNumber,
  state,
  starts_on: head.startsOn,
  changes_on: nextDay,
  version,
});

/** Lists revenue heads with the names and accounts of a day. */
export async function listRevenueHeads(db: Queryable, input: ListInput) {
  const where = headFilter(input);
  const rows = await db
    .select({ head: revenueHeads, state: stateOn(input.on ?? today()), changesOn, headVersion: versionOfHead })
    .from(revenueHeads)
    .where(where)
    .orderBy(orderByClause(input.sort ?? "code", SORTS, revenueHeads.id))
    .limit(input.size)
    .offset(input.page * input.size);
  return toPagedList(input, rows.map(toRow), await countUpToCap(db, revenueHeads, where));
}

/** Returns one revenue head with all its rows. @throws 404 */
export async function readRevenueHeadDetails(db: Queryable, code: string): Promise<RevenueHeadDetails> {
  const rows = await readRowsOfHead(db, code);
  const day = today();
  const head = headRowOn(rows, day) ?? rows[0];
  if (!head) throw refuse.notFound("revenue head");
  const used = await readHeadUse(db, [code]);
  const state = head.startsOn > day ? "upcoming" : head.isActive ? "active" : "ended";
  const next = rows.find(({ startsOn }) => startsOn > head.startsOn)?.startsOn ?? null;
  return {
    ...toRow({ head, state, changesOn: next, headVersion: headVersion(rows) }),
    rows: rows
      .map((row) => ({
        id: row.id,
        starts_on: row.startsOn,
        name: row.name,
        ministry: row.ministry,
        bank_name: row.bankName,
        account_number: row.accountNumber,
        is_active: row.isActive,
        is_used: used.usedRowIds.has(row.id),
      }))
      .reverse(),
    is_used_today: used.codesUsedToday.has(code),
    awaiting: (await waitingApprovalsOfRecords(db, REVENUE_HEAD_RECORD_TYPE, [code])).get(code) ?? null,
    timeline: await readRecordTimeline(db, REVENUE_HEAD_RECORD_TYPE, code),
  };
}

/** Use of revenue heads by payments: ids of the rows that payments used, and codes that payments of today used. */
export type RevenueHeadUse = { usedRowIds: ReadonlySet<string>; codesUsedToday: ReadonlySet<string> };

/** Reads which rows of these revenue heads payments have used, and which heads payments of today used. */
export async function readHeadUse(db: Queryable, codes: readonly string[]): Promise<RevenueHeadUse> {
  const result = await db.execute<{ id: string; code: string; is_used: boolean; today: boolean }>(sql`
    select h.id, h.code, exists (select 1 from tax_payments p where p.revenue_head_id = h.id) as is_used,
      exists (select 1 from transactions t join tax_payments p on p.transaction_id = t.id
        where p.revenue_head_id = h.id and t.type = 'tax_and_levy'
          and t.created_at >= (now() at time zone 'Africa/Lagos')::date::timestamp at time zone 'Africa/Lagos') as today
    from revenue_heads h where h.code = any(${sql.param([...codes])})`);
  return {
    usedRowIds: new Set(result.rows.flatMap((row) => (row.is_used ? [row.id] : []))),
    codesUsedToday: new Set(result.rows.flatMap((row) => (row.today ? [row.code] : []))),
  };
}

/** Lists the revenue heads that take payments today, for the citizen app. */
export async function headsForApp(db: Queryable) {
  const rows = await db
    .select()
    .from(revenueHeads)
    .where(and(headRowAppliesOnSql(today()), eq(revenueHeads.isActive, true)))
    .orderBy(asc(revenueHeads.code));
  return { items: rows.map(({ code, name, ministry }) => ({ code, name, ministry })) };
}

/** Export of revenue heads, with the columns that an import reads. */
export const revenueHeadExport: ExportList = {
  route: routes.revenueHeads.export,
  table: revenueHeads,
  key: { at: revenueHeads.code, id: revenueHeads.startsOn, direction: "asc" },
  columns: [
    ["Code", textCell(revenueHeads.code)],
    ["Name", textCell(revenueHeads.name)],
    ["Ministry", textCell(revenueHeads.ministry)],
    ["Bank", textCell(revenueHeads.bankName)],
    ["Account number", textCell(revenueHeads.accountNumber)],
    ["From", textCell(sql`${revenueHeads.startsOn}::text`)],
    ...codeLabelColumns("State", stateOn(sql`(now() at time zone 'Africa/Lagos')::date`), HEAD_STATES),
  ],
  filter: (filter) => headFilter(filter as HeadFilters),
};
