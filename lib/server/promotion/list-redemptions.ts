import "server-only";
import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { splitChoiceList } from "@/lib/contract/common";
import { REDEMPTION_LIST, REDEMPTION_STATES, type RedemptionState } from "@/lib/contract/promotion.values";
import type { Redemption } from "@/lib/contract/promotion-figures";
import { fullName } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import type { Queryable } from "@/lib/server/db/client";
import { promotions, promotionRedemptions as redemptions } from "@/lib/server/db/schema/promotion";
import { transactions } from "@/lib/server/db/schema/transaction";
import { users } from "@/lib/server/db/schema/user";
import { countUpToCap, orderByClause, toCappedTotal, toPagedList, whereClause } from "@/lib/server/lists/list";
import { dayTotalsUntil, readListWindow } from "@/lib/server/lists/list-window";
import { readSearchResultPage } from "@/lib/server/lists/search-page";
import { suggestSimilarUserName } from "@/lib/server/lists/suggest-similar-name";
import { countFromDayTotals, type DayTotalsFilter, findPageStartByDay } from "@/lib/server/totals/day-totals";
import { type WithCommonWords, withCommonWords } from "@/lib/server/user/match-name";
import { type RedemptionListInput, redemptionFilter } from "./redemption-filter";

type SearchInput = RedemptionListInput & WithCommonWords;

const SORTS = { created_at: [redemptions.createdAt], amount: [redemptions.amount] };
/**
 * Maximum number of rows that a page may skip. Does not apply to a list sorted by time, whose pages are found by daily totals
 * (schema/totals.ts).
 */
const MAX_OFFSET = 100_000;

/** Lists redemptions, by default newest first. @throws 400 for a page that skips too many rows */
export async function listRedemptions(db: Queryable, listInput: RedemptionListInput) {
  const input = await withCommonWords(db, listInput);
  const { page, size } = input;
  const where = redemptionFilter(input);
  const byAmount = input.sort?.endsWith("amount");
  const arrivalColumns = {
    table: redemptions,
    at: redemptions.createdAt,
    where: () => redemptionFilter({ ...input, until: undefined }),
  };
  const dayCounts = dayTotalsUntil(dayTotalsFilterOf(input), input.until, arrivalColumns);
  if (page * size > MAX_OFFSET && (byAmount || !dayCounts))
    throw refuse.badInput("This page is too far on. Narrow the list by its filters, or turn its order round.", {
      page: "Narrow the list.",
    });
  const searchHits = input.q?.trim() ? await searchPageIds(db, where, input) : undefined;
  const ids = searchHits?.ids ?? (await readPageIds(db, input, byAmount ? undefined : dayCounts));
  const rows = ids.length ? await selectRedemptions(db, ids) : [];
  const items = rows.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
  const count = searchHits
    ? toCappedTotal(searchHits.count)
    : dayCounts
      ? toCappedTotal(await countFromDayTotals(db, dayCounts))
      : await countUpToCap(db, redemptions, where);
  const others = redemptionFilter({ ...input, q: undefined });
  const suggestion = await suggestSimilarUserName(db, {
    typed: input.q,
    ...count,
    owner: redemptions.userId,
    where: others,
  });
  const windowInput = { ...input, sort: input.sort ?? REDEMPTION_LIST.defaultSort };
  return {
    ...toPagedList({ page, size }, items, count, suggestion),
    ...(await readListWindow(db, REDEMPTION_LIST, windowInput, items, arrivalColumns)),
  };
}

/** Returns the key of the daily totals (schema/totals.ts) that count this list, or undefined if no totals match its filters. */
function dayTotalsFilterOf(input: RedemptionListInput): DayTotalsFilter | undefined {
  const { promotion, state, from, to, user, transaction, q } = input;
  if (user || transaction || q?.trim()) return undefined;
  const states = state ? splitChoiceList<RedemptionState>(state) : REDEMPTION_STATES;
  const facets = promotion
    ? states.map((each) => `promotion:${promotion}:${each}`)
    : state
      ? states.map((each) => `state:${each}`)
      : [""];
  return { list: "redemptions", facets, from, to };
}

/**
 * Reads the redemption ids of a page. For a deep page sorted by time, the daily totals give the day of its first row, so that earlier rows are not
 * read.
 */
async function readPageIds(
  db: Queryable,
  input: SearchInput,
  dayCounts: DayTotalsFilter | undefined,
): Promise<string[]> {
  const offset = input.page * input.size;
  const descending = (input.sort ?? "-created_at")[0] === "-";
  const start =
    dayCounts && (await findPageStartByDay(db, dayCounts, { at: redemptions.createdAt, descending, offset }));
  return readIds(db, redemptionIdsQuery(input, { limit: input.size, offset: start?.offset ?? offset }, start?.where));
}

async function readIds(db: Queryable, query: SQL): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(query);
  return rows.map(({ id }) => id);
}

/**
 * Selects only redemption ids, so that skipped rows are read from an index instead of the table. For several states, reads the first rows of each
 * state and merges them. For a single promotion, one index contains all states.
 */
function redemptionIdsQuery(
  { state, ...input }: SearchInput,
  { limit, offset }: { limit: number; offset: number },
  start?: SQL,
): SQL {
  const order = orderByClause(input.sort ?? "-created_at", SORTS, redemptions.id);
  const states = state ? splitChoiceList<RedemptionState>(state) : [];
  const others = and(redemptionFilter(input), start);
  if (!states.length || input.promotion || input.user || input.sort?.endsWith("amount")) {
    const where = and(others, states.length ? inArray(redemptions.state, states) : undefined);
    return sql`select id from ${redemptions} ${whereClause(where)} order by ${order} limit ${limit} offset ${offset}`;
  }
  const each = states.map(
    (dayQuery) => sql`(select ${redemptions.id}, ${redemptions.createdAt} from ${redemptions}
      ${whereClause(and(eq(redemptions.state, dayQuery), others))} order by ${order} limit ${offset + limit})`,
  );
  return sql`select id from (${sql.join(each, sql` union all `)}) ${redemptions} order by ${order}
    limit ${limit} offset ${offset}`;
}

/** Counts the redemptions that match a search, and returns the ids of the requested page (`readSearchResultPage`). */
function searchPageIds(db: Queryable, where: SQL | undefined, { sort = "-created_at", page, size }: SearchInput) {
  const order = orderByClause(sort, SORTS, redemptions.id);
  return readSearchResultPage(db, redemptions, { where, order, columns: sql`created_at, amount`, page, size });
}

async function selectRedemptions(db: Queryable, ids: readonly string[]): Promise<Redemption[]> {
  const rows = await db
    .select({
      redemption: redemptions,
      promotion: { id: promotions.id, name: promotions.name },
      user: { id: users.id, firstName: users.firstName, lastName: users.lastName },
      transaction: {
        id: transactions.id,
        reference: transactions.reference,
        state: transactions.state,
        amount: transactions.amount,
      },
    })
    .from(redemptions)
    .innerJoin(promotions, eq(promotions.id, redemptions.promotionId))
    .innerJoin(users, eq(users.id, redemptions.userId))
    .innerJoin(transactions, eq(transactions.id, redemptions.transactionId))
    .where(inArray(redemptions.id, [...ids]));
  return rows.map(({ redemption, promotion, user, transaction }) => ({
    id: redemption.id,
    promotion,
    user: { id: user.id, name: fullName(user) },
    transaction,
    state: redemption.state,
    code: redemption.code,
    kind: redemption.kind,
    amount: redemption.amount,
    returned: redemption.returned,
    created_at: redemption.createdAt.toISOString(),
  }));
}
