import "server-only";
import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { splitChoiceList } from "@/lib/contract/common";
import { APPLICATION_LIST, type ApplicationState } from "@/lib/contract/grant.values";
import { refuse } from "@/lib/server/api/errors";
import type { Queryable } from "@/lib/server/db/client";
import { grantApplications as applications } from "@/lib/server/db/schema/grant";
import { orderByClause, toCappedTotal, toPagedList, whereClause } from "@/lib/server/lists/list";
import { dayTotalsUntil, readListWindow } from "@/lib/server/lists/list-window";
import { readSearchResultPage } from "@/lib/server/lists/search-page";
import { suggestSimilarUserName } from "@/lib/server/lists/suggest-similar-name";
import { countFromDayTotals, type DayTotalsFilter, findPageStartByDay } from "@/lib/server/totals/day-totals";
import { type WithCommonWords, withCommonWords } from "@/lib/server/user/match-name";
import { type ApplicationListInput, applicationFilter } from "./application-filter";
import { selectApplications, toApplicationRow } from "./application-rows";
import { applicationIdsByScore, SCORE_ORDER } from "./rank-by-score";

type SearchInput = ApplicationListInput & WithCommonWords;

const SORT_COLUMNS = { submitted_at: [applications.submittedAt], amount: [applications.amountAsked] };
/**
 * Maximum number of rows that a page may skip. Does not apply to a list sorted by time, whose pages are found by daily totals
 * (schema/totals.ts).
 */
const MAX_OFFSET = 100_000;

/**
 * Lists applications, by default newest first. If sorted by score, applications with fewer than two scores are last, newest first.
 * @param adminId the requesting admin
 * @throws 400 for a page that skips too many rows
 */
export async function listApplications(db: Queryable, listInput: ApplicationListInput, adminId: string) {
  const input = await withCommonWords(db, listInput);
  const { page, size } = input;
  const sort = input.sort ?? "-submitted_at";
  const arrivals = {
    table: applications,
    at: applications.submittedAt,
    where: () => applicationFilter({ ...input, until: undefined }, adminId),
  };
  const totalsKey = dayTotalsUntil(dayTotalsKeyOf(listInput), input.until, arrivals);
  const isByTime = sort.endsWith("submitted_at");
  if (page * size > MAX_OFFSET && !(totalsKey && isByTime))
    throw refuse.badInput("This page is too far on. Narrow the list by its filters, or turn its order round.", {
      page: "Narrow the list.",
    });
  // A list that has filters and is sorted by amount or score is searched, because matching rows may be anywhere in the sort's index. Each programme
  // has its own score index, so its list by score needs no search.
  const isPlainList = !input.state && !input.from && !input.to && (!input.programme || input.sort?.endsWith("score"));
  const found = totalsKey && (isByTime || isPlainList) ? undefined : await searchApplications(db, input, adminId);
  const ids = found?.ids ?? (await idsOfPage(db, input, { adminId, counted: isByTime ? totalsKey : undefined }));
  const rows = ids.length ? await selectApplications(db).where(inArray(applications.id, ids)) : [];
  const items = rows.map(toApplicationRow).sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
  const count = toCappedTotal(totalsKey ? await countFromDayTotals(db, totalsKey) : (found?.count ?? 0));
  const others = applicationFilter({ ...input, q: undefined }, adminId);
  const suggestion = await suggestSimilarUserName(db, {
    typed: input.q,
    ...count,
    owner: applications.userId,
    where: others,
  });
  const window = await readListWindow(db, APPLICATION_LIST, { ...input, sort }, items, arrivals);
  return { ...toPagedList({ page, size }, items, count, suggestion), ...window };
}

/** Returns the key of the daily totals (schema/totals.ts) that count this list, or undefined if no totals match its filters. */
function dayTotalsKeyOf({
  page: _page,
  size: _size,
  sort: _sort,
  until: _until,
  programme,
  state,
  from,
  to,
  ...others
}: ApplicationListInput) {
  if (Object.values(others).some((value) => value?.trim())) return undefined;
  const states = state ? splitChoiceList(state) : [];
  const facets = programme
    ? states.length
      ? states.map((each) => `programme:${programme}:${each}`)
      : [`programme:${programme}`]
    : states.length
      ? states.map((each) => `state:${each}`)
      : [""];
  return { list: "applications", facets, from, to } satisfies DayTotalsFilter;
}

/** Counts the applications that match the filters, and returns the ids of the requested page (`readSearchResultPage`). */
async function searchApplications(
  db: Queryable,
  { sort = "-submitted_at", page, size, ...filters }: SearchInput,
  adminId: string,
) {
  const where = applicationFilter({ ...filters }, adminId);
  const order = sort.endsWith("score") ? SCORE_ORDER[sort] : orderByClause(sort, SORT_COLUMNS, applications.id);
  // Selects only the sort column. Some filters' indexes contain it, so PostgreSQL does not read the table.
  const by = sql.raw(sort.endsWith("score") ? "score_sum" : sort.endsWith("amount") ? "amount_asked" : "submitted_at");
  return readSearchResultPage(db, applications, { where, order: order ?? sql`id`, columns: by, page, size });
}

type PageOptions = { adminId: string; counted: DayTotalsFilter | undefined };

/**
 * Reads the application ids of a page. For a deep page sorted by time, the daily totals give the day of its first row, so that earlier rows are not
 * read.
 */
async function idsOfPage(db: Queryable, input: SearchInput, { adminId, counted }: PageOptions): Promise<string[]> {
  const { sort = "-submitted_at", page, size, ...filters } = input;
  const offset = page * size;
  if (sort.endsWith("score"))
    return applicationIdsByScore(db, applicationFilter(filters, adminId), { sort, size, offset });
  const at = { at: applications.submittedAt, descending: sort[0] === "-", offset };
  const start = counted && (await findPageStartByDay(db, counted, at));
  const order = orderByClause(sort, SORT_COLUMNS, applications.id);
  const { state, ...others } = filters;
  const where = and(applicationFilter(others, adminId), start?.where);
  const rows = { order, limit: size, offset: start?.offset ?? offset };
  const states = state ? splitChoiceList<ApplicationState>(state) : [];
  return states.length && sort.endsWith("submitted_at")
    ? idsByState(db, states, where, rows)
    : idsIn(db, and(where, states.length ? inArray(applications.state, states) : undefined), rows);
}

type PageRange = { order: SQL; limit: number; offset: number };

/** Reads application ids and no other columns, so that skipped rows are read from an index, not from the table. */
async function idsIn(db: Queryable, where: SQL | undefined, { order, limit, offset }: PageRange): Promise<string[]> {
  const found = await db.execute<{ id: string }>(
    sql`select id from ${applications} ${whereClause(where)} order by ${order} limit ${limit} offset ${offset}`,
  );
  return found.rows.map(({ id }) => id);
}

/** Merges the first rows of each state, because the index sorts by time only within a state. */
async function idsByState(
  db: Queryable,
  states: readonly ApplicationState[],
  others: SQL | undefined,
  { order, limit, offset }: PageRange,
): Promise<string[]> {
  const firstOfState = (state: ApplicationState) => sql`(select id, submitted_at from ${applications}
    where ${and(eq(applications.state, state), others)} order by ${order} limit ${offset + limit})`;
  const found = await db.execute<{ id: string }>(
    sql`select id from (${sql.join(states.map(firstOfState), sql` union all `)}) ${applications}
      order by ${order} limit ${limit} offset ${offset}`,
  );
  return found.rows.map(({ id }) => id);
}
