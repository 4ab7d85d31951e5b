import "server-only";
import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { COUNT_CAP, splitAnyOf } from "@/lib/contract/common";
import { REDEMPTION_STATES, type RedemptionState } from "@/lib/contract/promotion.values";
import type { Redemption } from "@/lib/contract/promotion-figures";
import { fullName } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import type { Queryable } from "@/lib/server/db/client";
import { promotions, promotionRedemptions as redemptions } from "@/lib/server/db/schema/promotion";
import { transactions } from "@/lib/server/db/schema/transaction";
import { users } from "@/lib/server/db/schema/user";
import { answerOf, capped, cappedCount, orderOf, whereOf } from "@/lib/server/lists/list";
import { type Counted, countOf, pageByDay } from "@/lib/server/totals/day-totals";
import { type RedemptionListInput, redemptionFilter } from "./redemption-filter";

const SORTS = { created_at: [redemptions.createdAt], amount: [redemptions.amount] };
/** Rows that a page may skip in a list that is not counted by day, or in another order than that of time. */
const DEEPEST = 100_000;

/** Newest first unless told. @throws 400 for a page too far on */
export async function listRedemptions(db: Queryable, input: RedemptionListInput) {
  const { page, size } = input;
  const where = redemptionFilter(input);
  const byAmount = input.sort?.endsWith("amount");
  const counted = countedByDay(input);
  if (page * size > DEEPEST && (byAmount || !counted))
    throw refuse.badInput("This page is too far on. Narrow the list by its filters, or turn its order round.", {
      page: "Narrow the list.",
    });
  const found = input.q?.trim() ? await searched(db, where, input) : undefined;
  const ids = found?.ids ?? (await pageOf(db, input, byAmount ? undefined : counted));
  const rows = ids.length ? await selectRedemptions(db, ids) : [];
  const items = rows.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
  const count = found
    ? capped(found.count)
    : counted
      ? capped(await countOf(db, counted))
      : await cappedCount(db, redemptions, where);
  return answerOf({ page, size }, items, count);
}

/** What is asked for as the totals by day know it (schema/totals.ts); undefined where they do not. */
function countedByDay(input: RedemptionListInput): Counted | undefined {
  const { promotion, state, from, to, user, transaction, q } = input;
  if (user || transaction || q?.trim()) return undefined;
  const states = state ? splitAnyOf<RedemptionState>(state) : REDEMPTION_STATES;
  const facets = promotion
    ? states.map((each) => `promotion:${promotion}:${each}`)
    : state
      ? states.map((each) => `state:${each}`)
      : [""];
  return { list: "redemptions", facets, from, to };
}

/** A page in the order asked for; a deep one in the order of time begins on its day, so that what comes before is not read. */
async function pageOf(db: Queryable, input: RedemptionListInput, counted: Counted | undefined): Promise<string[]> {
  const offset = input.page * input.size;
  const descending = (input.sort ?? "-created_at")[0] === "-";
  const start = counted && (await pageByDay(db, counted, { at: redemptions.createdAt, descending, offset }));
  return idsOf(db, idsInOrder(input, { limit: input.size, offset: start?.offset ?? offset }, start?.where));
}

async function idsOf(db: Queryable, query: SQL): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(query);
  return rows.map(({ id }) => id);
}

/**
 * Ids first: what a page skips is read from an index, not from the table. Those in one of several states are in order within
 * each, so the beginning of each is read and put together; those of one promotion are in one order, whatever their states.
 */
function idsInOrder(
  { state, ...input }: RedemptionListInput,
  { limit, offset }: { limit: number; offset: number },
  start?: SQL,
): SQL {
  const order = orderOf(input.sort ?? "-created_at", SORTS, redemptions.id);
  const states = state ? splitAnyOf<RedemptionState>(state) : [];
  const others = and(redemptionFilter(input), start);
  if (!states.length || input.promotion || input.user || input.sort?.endsWith("amount")) {
    const where = and(others, states.length ? inArray(redemptions.state, states) : undefined);
    return sql`select id from ${redemptions} ${whereOf(where)} order by ${order} limit ${limit} offset ${offset}`;
  }
  const each = states.map(
    (one) => sql`(select ${redemptions.id}, ${redemptions.createdAt} from ${redemptions}
      ${whereOf(and(eq(redemptions.state, one), others))} order by ${order} limit ${offset + limit})`,
  );
  return sql`select id from (${sql.join(each, sql` union all `)}) ${redemptions} order by ${order}
    limit ${limit} offset ${offset}`;
}

/**
 * What is typed is found once: how many there are, and which of them the page shows. Of too many to count one is soon met
 * in the order of the list, which is then gone through instead.
 */
async function searched(
  db: Queryable,
  where: SQL | undefined,
  { sort = "-created_at", page, size }: RedemptionListInput,
) {
  const order = orderOf(sort, SORTS, redemptions.id);
  const found = await db.execute<{ count: number; ids: string[] | null }>(sql`
    with fitting as materialized (select id, created_at, amount from ${redemptions} ${whereOf(where)} limit ${COUNT_CAP + 1}),
      counted as (select count(*)::int as count from fitting)
    select count, case when count <= ${COUNT_CAP} then
      array(select id from fitting ${redemptions} order by ${order} limit ${size} offset ${page * size}) end as ids from counted`);
  return found.rows[0] ?? { count: 0, ids: [] };
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
