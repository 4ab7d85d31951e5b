import "server-only";
import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { COUNT_CAP, splitAnyOf } from "@/lib/contract/common";
import type { ApplicationState } from "@/lib/contract/grant.values";
import { refuse } from "@/lib/server/api/errors";
import type { Queryable } from "@/lib/server/db/client";
import { grantApplications as applications } from "@/lib/server/db/schema/grant";
import { answerOf, capped, orderOf, whereOf } from "@/lib/server/lists/list";
import { type Counted, countOf, pageByDay } from "@/lib/server/totals/day-totals";
import { applicationFilter, type ListInput } from "./application-filter";
import { selectApplications, toRow } from "./application-rows";
import { idsByScore, SCORE_ORDER } from "./rank-by-score";

const SORTS = { submitted_at: [applications.submittedAt], amount: [applications.amountAsked] };
/** Rows that a page may skip in a list that is not counted by day, or in another order than that of time. */
const DEEPEST = 100_000;

/**
 * Newest first unless told; ranked, those without both scores come last, in the order of time.
 * @param adminId who asks
 * @throws 400 for a page too far on
 */
export async function listApplications(db: Queryable, input: ListInput, adminId: string) {
  const { page, size } = input;
  const counted = countedByDay(input);
  const byTime = (input.sort ?? "-submitted_at").endsWith("submitted_at");
  if (page * size > DEEPEST && !(counted && byTime))
    throw refuse.badInput("This page is too far on. Narrow the list by its filters, or turn its order round.", {
      page: "Narrow the list.",
    });
  // In another order than that of time, what is filtered may stand anywhere in the list; a programme has its ranking.
  const isOneWhole = !input.state && !input.from && !input.to && (!input.programme || input.sort?.endsWith("score"));
  const found = counted && (byTime || isOneWhole) ? undefined : await fitting(db, input, adminId);
  const ids = found?.ids ?? (await pageOf(db, input, { adminId, counted: byTime ? counted : undefined }));
  const rows = ids.length ? await selectApplications(db).where(inArray(applications.id, ids)) : [];
  const items = rows.map(toRow).sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
  const count = capped(counted ? await countOf(db, counted) : (found?.count ?? 0));
  return answerOf({ page, size }, items, count);
}

/** What is asked for as the totals by day know it (schema/totals.ts); undefined where they do not. */
function countedByDay({ page: _page, size: _size, sort: _sort, programme, state, from, to, ...others }: ListInput) {
  if (Object.values(others).some((value) => value?.trim())) return undefined;
  const states = state ? splitAnyOf(state) : [];
  const facets = programme
    ? states.length
      ? states.map((each) => `programme:${programme}:${each}`)
      : [`programme:${programme}`]
    : states.length
      ? states.map((each) => `state:${each}`)
      : [""];
  return { list: "applications", facets, from, to } satisfies Counted;
}

/**
 * What other filters find is found once: how many there are, and which of them the page shows. Of too many to count one is
 * soon met in the order of the list, which is then gone through instead.
 */
async function fitting(db: Queryable, { sort = "-submitted_at", page, size, ...filters }: ListInput, adminId: string) {
  const where = applicationFilter({ ...filters }, adminId);
  const order = sort.endsWith("score") ? SCORE_ORDER[sort] : orderOf(sort, SORTS, applications.id);
  // Nothing but what the order needs: some filters have that in their index, and the table is not read.
  const by = sql.raw(sort.endsWith("score") ? "score_sum" : sort.endsWith("amount") ? "amount_asked" : "submitted_at");
  const found = await db.execute<{ count: number; ids: string[] | null }>(sql`
    with fitting as materialized (select id, ${by} from ${applications} ${whereOf(where)} limit ${COUNT_CAP + 1}),
      counted as (select count(*)::int as count from fitting)
    select count, case when count <= ${COUNT_CAP} then array(select id from fitting ${applications}
      order by ${order} limit ${size} offset ${page * size}) end as ids from counted`);
  return found.rows[0] ?? { count: 0, ids: [] };
}

type Reading = { adminId: string; counted: Counted | undefined };

/** A page in the order asked for; a deep one in the order of time begins on its day, so that what comes before is not read. */
async function pageOf(db: Queryable, input: ListInput, { adminId, counted }: Reading): Promise<string[]> {
  const { sort = "-submitted_at", page, size, ...filters } = input;
  const offset = page * size;
  if (sort.endsWith("score")) return idsByScore(db, applicationFilter(filters, adminId), { sort, size, offset });
  const at = { at: applications.submittedAt, descending: sort[0] === "-", offset };
  const start = counted && (await pageByDay(db, counted, at));
  const order = orderOf(sort, SORTS, applications.id);
  const { state, ...others } = filters;
  const where = and(applicationFilter(others, adminId), start?.where);
  const rows = { order, limit: size, offset: start?.offset ?? offset };
  const states = state ? splitAnyOf<ApplicationState>(state) : [];
  return states.length && sort.endsWith("submitted_at")
    ? idsByState(db, states, where, rows)
    : idsIn(db, and(where, states.length ? inArray(applications.state, states) : undefined), rows);
}

type Rows = { order: SQL; limit: number; offset: number };

/** Ids first: what a page skips is read from an index, not from the table. */
async function idsIn(db: Queryable, where: SQL | undefined, { order, limit, offset }: Rows): Promise<string[]> {
  const found = await db.execute<{ id: string }>(
    sql`select id from ${applications} ${whereOf(where)} order by ${order} limit ${limit} offset ${offset}`,
  );
  return found.rows.map(({ id }) => id);
}

/** Those in one of several states are in the order of time within each, so the beginning of each is read and put together. */
async function idsByState(
  db: Queryable,
  states: readonly ApplicationState[],
  others: SQL | undefined,
  { order, limit, offset }: Rows,
): Promise<string[]> {
  const first = (state: ApplicationState) => sql`(select id, submitted_at from ${applications}
    where ${and(eq(applications.state, state), others)} order by ${order} limit ${offset + limit})`;
  const found = await db.execute<{ id: string }>(
    sql`select id from (${sql.join(states.map(first), sql` union all `)}) ${applications}
      order by ${order} limit ${limit} offset ${offset}`,
  );
  return found.rows.map(({ id }) => id);
}
