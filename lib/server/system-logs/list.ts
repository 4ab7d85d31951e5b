import "server-only";
import { and, asc, desc, eq, gte, lt, type SQL, sql } from "drizzle-orm";
import type { InputOf } from "@/lib/contract/common";
import type { AuditTrailRow, systemLogCalls } from "@/lib/contract/system-logs";
import { AUDIT_TRAIL_LIST } from "@/lib/contract/system-logs.values";
import { endOfDay, startOfDay } from "@/lib/server/base/time";
import type { Queryable } from "@/lib/server/db/client";
import { auditTrails } from "@/lib/server/db/schema/system-logs";
import { countUpToCap, toCappedTotal, toPagedList } from "@/lib/server/lists/list";
import { dayTotalsUntil, hasArrivedBy, readListWindow } from "@/lib/server/lists/list-window";
import { commonWords } from "@/lib/server/lists/search-page";
import { hasNameWords, parseSearchText, toSearchWords } from "@/lib/server/lists/search-terms";
import { countFromDayTotals, type DayTotalsFilter, findPageStartByDay } from "@/lib/server/totals/day-totals";
import { actionWords } from "./action-words";
import { actorEmail, actorName, actorRefOf } from "./actor";
import { shownRecordName } from "./row-size";
import { countAuditTrail, unfilteredPageIds } from "./whole-trail";

/** Must equal the expression of the index `audit_trails_record_words`. */
const RECORD_WORDS = sql`search_words(${auditTrails.recordName}, true)`;
type ListInput = InputOf<typeof systemLogCalls.auditTrails>;
/** Filters of the list of audit rows. */
export type AuditTrailFilters = Omit<ListInput, "page" | "size" | "sort">;

/** Columns that the list shows. Excludes the large `before` and `after`. */
const SHOWN_COLUMNS = {
  id: auditTrails.id,
  at: auditTrails.at,
  adminId: auditTrails.adminId,
  adminName: auditTrails.adminName,
  adminEmail: actorEmail,
  action: auditTrails.action,
  recordType: auditTrails.recordType,
  recordId: auditTrails.recordId,
  recordName: shownRecordName,
  address: auditTrails.address,
  device: auditTrails.device,
  outcome: auditTrails.outcome,
};
type ShownRow = Pick<typeof auditTrails.$inferSelect, Exclude<keyof typeof SHOWN_COLUMNS, "adminEmail">> & {
  adminEmail: string | null;
};

/** Lists rows of the audit trail, newest first by default. */
export async function listAuditTrails(db: Queryable, input: ListInput) {
  const common = await commonWords(db, input.q, { table: auditTrails, words: RECORD_WORDS });
  const arrivals = {
    table: auditTrails,
    at: auditTrails.at,
    where: () => auditTrailFilter({ ...input, until: undefined }, common),
  };
  const isFiltered = arrivals.where() !== undefined;
  const where = isFiltered ? auditTrailFilter(input, common) : undefined;
  const ascending = input.sort === "at";
  // If all typed words are common, reading in order of time soon finds a page of matches.
  const isCommon = common.size > 0 && toSearchWords(input.q ?? "").every((word) => common.has(word));
  const matchCount =
    input.q?.trim() && !isCommon ? await countUpToCap(db, auditTrails, where, MAX_SEARCHED) : undefined;
  const isRare = matchCount && !matchCount.totalIsCapped;
  const counted = dayTotalsUntil(dayTotalsFilterOf(input), input.until, arrivals);
  const page = where
    ? await filteredPage(db, where, { ascending, isRare, counted, ...input })
    : unfilteredPageIds(ascending, input);
  const rows = await db
    .select(SHOWN_COLUMNS)
    .from(auditTrails)
    .where(sql`${auditTrails.id} in ${page}`)
    .orderBy(...[auditTrails.at, auditTrails.id].map((column) => (ascending ? asc(column) : desc(column))));
  const count = counted
    ? toCappedTotal(await countFromDayTotals(db, counted))
    : where
      ? await countRows(db, where, matchCount)
      : toCappedTotal(await countAuditTrail(db, input.until));
  const items = rows.map(toAuditTrailRow);
  const asked = { ...input, sort: input.sort ?? AUDIT_TRAIL_LIST.defaultSort };
  return {
    ...toPagedList(input, items, count),
    ...(await readListWindow(db, AUDIT_TRAIL_LIST, asked, items, arrivals)),
  };
}

type PageInput = { page: number; size: number; until?: string };

/** Maximum number of matches that are read first and then sorted. With more, rows are read in order of time. */
const MAX_SEARCHED = 50_000;

const countRows = (db: Queryable, where: SQL, matchCount?: { total: number }) =>
  matchCount ? toCappedTotal(matchCount.total) : countUpToCap(db, auditTrails, where);

/**
 * Selects the ids of a filtered page, so that skipped rows are read from an index or from daily totals instead of the table.
 * @param isRare if true, finds all matches first and sorts them; PostgreSQL would read the whole trail in order instead
 */
async function filteredPage(
  db: Queryable,
  where: SQL,
  {
    ascending,
    isRare,
    counted,
    page,
    size,
  }: PageInput & { ascending: boolean; isRare?: boolean; counted?: DayTotalsFilter },
): Promise<SQL> {
  const { at, id } = auditTrails;
  const offset = page * size;
  const start = counted && (await findPageStartByDay(db, counted, { at, descending: !ascending, offset }));
  const fits = and(where, start?.where);
  const pageIds = isRare
    ? sql`(with fitting as materialized (select ${at}, ${id} from ${auditTrails} where ${fits}) select id from fitting`
    : sql`(select ${id} from ${auditTrails} where ${fits}`;
  const direction = ascending ? sql`asc` : sql`desc`;
  return sql`${pageIds} order by at ${direction}, id ${direction} limit ${size} offset ${start?.offset ?? offset})`;
}

/** Returns the key of the daily totals (schema/totals.ts) that count this list; undefined when its filters have no totals. */
function dayTotalsFilterOf({
  admin,
  action,
  record_type,
  outcome,
  from,
  to,
  ...others
}: ListInput): DayTotalsFilter | undefined {
  const asked = Object.entries({ admin, action, record_type, outcome }).filter(([, value]) => value);
  const [onlyFilter] = asked;
  if (!onlyFilter || asked.length > 1 || others.record_id || others.q?.trim()) return undefined;
  return { list: "trail", facets: [onlyFilter.join(":")], from, to };
}

/** Returns the condition for these filters; undefined for the whole trail. */
export function auditTrailFilter(input: AuditTrailFilters, common?: ReadonlySet<string>): SQL | undefined {
  return and(
    input.admin ? eq(auditTrails.adminId, input.admin) : undefined,
    input.action ? eq(auditTrails.action, input.action) : undefined,
    input.record_type ? sql`${auditTrails.recordType} = ${input.record_type}` : undefined,
    input.record_id ? eq(auditTrails.recordId, input.record_id) : undefined,
    // Uses a literal instead of a parameter, so that PostgreSQL uses the partial index of refused rows.
    input.outcome === "refused" ? sql`${auditTrails.outcome} = 'refused'` : undefined,
    input.outcome === "done" ? sql`${auditTrails.outcome} = 'done'` : undefined,
    hasArrivedBy(auditTrails.at, input.until),
    input.from ? gte(auditTrails.at, startOfDay(input.from)) : undefined,
    input.to ? lt(auditTrails.at, endOfDay(input.to)) : undefined,
    input.q?.trim() ? searchCondition(input.q, common) : undefined,
  );
}

/** Matches a reference as one word: many rows share its prefix. Matches other text by words of the record's name. */
function searchCondition(searchText: string, common?: ReadonlySet<string>): SQL {
  const { references } = parseSearchText(searchText);
  return references
    ? hasNameWords(RECORD_WORDS, references.map((each) => each.replace("-", "")).at(-1) ?? "")
    : hasNameWords(RECORD_WORDS, searchText, common);
}

/** Converts an audit row for the API. */
export const toAuditTrailRow = (row: ShownRow): AuditTrailRow => ({
  id: String(row.id),
  at: row.at.toISOString(),
  admin: actorRefOf(row),
  actor: actorName(row),
  action: row.action,
  action_words: actionWords(row.action),
  record:
    row.recordType && row.recordId ? { type: row.recordType, id: row.recordId, name: row.recordName ?? "" } : null,
  address: row.address,
  outcome: row.outcome,
});
