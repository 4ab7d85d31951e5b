import "server-only";
import { and, desc, eq, sql } from "drizzle-orm";
import { SYSTEM_ACCOUNT_IDS } from "@/lib/contract/ledger.values";
import { PROMOTABLE_TYPES } from "@/lib/contract/promotion.values";
import type { PromotionOverview } from "@/lib/contract/promotion-figures";
import { addDays, daysFrom, eachDay, endOfDay, startOfDay } from "@/lib/server/base/time";
import type { Queryable } from "@/lib/server/db/client";
import { ledgerAccounts } from "@/lib/server/db/schema/ledger";
import { promotions } from "@/lib/server/db/schema/promotion";
import { lastDays, type Period } from "@/lib/server/transaction/overview";
import { countClusters } from "./list-abuse";
import { promotionRows } from "./rows";
import { promotionStateIs } from "./state";

const TOP = 5;
const OUT_OF_POOL = 20;
/** Upper limit of the sum of budgets, which can exceed the safe integers of JavaScript. */
const SUM_MAX = sql.raw(String(Number.MAX_SAFE_INTEGER));

type Figures = PromotionOverview["now"];
type Day = PromotionOverview["by_day"][number];
type Counts = Pick<PromotionOverview, "active" | "scheduled" | "paused" | "drafts" | "budget_left">;

/** Returns current counts, and sums of the last `days` against the same period before. Kobo; whole Lagos days. */
export async function promotionOverview(db: Queryable, { days }: { days: string }): Promise<PromotionOverview> {
  const period = lastDays(Number(days));
  const earlier = { from: addDays(period.from, -daysFrom(period.from, period.to)), to: addDays(period.from, -1) };
  const both = { from: earlier.from, to: period.to };
  const used = await usedByDay(db, both);
  const paid = await paidByDay(db, both);
  const of = async (within: Period): Promise<Figures> => {
    const those = used.filter(({ day }) => isIn(within, day));
    return {
      uses: total(those.map(({ uses }) => uses)),
      given: total(those.map(({ amount }) => amount)),
      payments: total(paid.filter(({ day }) => isIn(within, day)).map(({ payments }) => payments)),
      users: await usersIn(db, within),
    };
  };
  const byDay = new Map(used.map((each) => [each.day, each]));
  const out = await idsOutOfPool(db);
  return {
    ...(await countsNow(db)),
    ...(await poolNow(db)),
    now: await of(period),
    before: await of(earlier),
    by_day: eachDay(period.from, period.to).map((day) => byDay.get(day) ?? { day, uses: 0, amount: 0 }),
    top: await topOf(db, period),
    out_of_pool: await promotionRows(db, out),
    abuse: await countClusters(db, period),
  };
}

const isIn = ({ from, to }: Period, day: string) => day >= from && day <= to;
const total = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0);

async function countsNow(db: Queryable): Promise<Counts> {
  const active = promotionStateIs(["active"]);
  const [found] = await db
    .select({
      active: sql<number>`count(*) filter (where ${active})::int`,
      scheduled: sql<number>`count(*) filter (where ${promotionStateIs(["scheduled"])})::int`,
      paused: sql<number>`count(*) filter (where ${promotionStateIs(["paused"])})::int`,
      drafts: sql<number>`count(*) filter (where ${promotions.state} = 'draft')::int`,
      budget_left: sql<number>`least(coalesce(sum(${promotions.budget} - ${promotions.spent} - ${promotions.reserved}) filter (where ${active}), 0), ${SUM_MAX})::float8`,
    })
    .from(promotions)
    .where(sql`${promotions.state} in ('draft', 'scheduled', 'active', 'paused')`);
  return found ?? { active: 0, scheduled: 0, paused: 0, drafts: 0, budget_left: 0 };
}

async function poolNow(db: Queryable): Promise<Pick<PromotionOverview, "pool" | "pool_available">> {
  const [pool] = await db
    .select()
    .from(ledgerAccounts)
    .where(eq(ledgerAccounts.id, SYSTEM_ACCOUNT_IDS.promotions_pool));
  if (!pool) throw new Error("There is no promotions pool.");
  return { pool: pool.balance, pool_available: pool.balance - pool.reserved };
}

/** Counts uses whose payment succeeded and was not refunded in full, by the day on which the payment began. */
async function usedByDay(db: Queryable, { from, to }: Period): Promise<Day[]> {
  const { rows } = await db.execute<Day>(sql`
    select day::text as day, sum(rows)::int as uses, sum(amount)::float8 as amount from day_totals
    where list = 'redemptions' and facet = 'state:redeemed' and day between ${from} and ${to}
    group by 1`);
  return rows;
}

/** Counts successful payments of all promotable types, by the day on which they succeeded. */
async function paidByDay(db: Queryable, { from, to }: Period) {
  const facets = PROMOTABLE_TYPES.map((type) => `type:${type}`);
  const { rows } = await db.execute<{ day: string; payments: number }>(sql`
    select day::text as day, sum(rows)::int as payments from day_totals
    where list = 'completed' and facet = any(${sql.param(facets)}) and day between ${from} and ${to} group by 1`);
  return rows;
}

async function usersIn(db: Queryable, { from, to }: Period): Promise<number> {
  const { rows } = await db.execute<{ users: number }>(sql`
    select count(*)::int as users from (select user_id from promotion_redemptions
      where created_at >= ${startOfDay(from)} and created_at < ${endOfDay(to)} and state = 'redeemed'
      group by user_id) used`);
  return rows[0]?.users ?? 0;
}

/** Promotions that gave most on these days, from their daily totals. */
async function topOf(db: Queryable, { from, to }: Period): Promise<PromotionOverview["top"]> {
  const { rows: found } = await db.execute<{ id: string; uses: number; given: number }>(sql`
    select p.id, sum(d.rows)::int as uses, sum(d.amount)::float8 as given
    from promotions p join day_totals d on d.list = 'redemptions' and d.facet = 'promotion:' || p.id || ':redeemed'
        and d.day between ${from} and ${to}
    where p.state <> 'draft' group by 1 having sum(d.rows) > 0 order by given desc, uses desc, p.id limit ${TOP}`);
  const rows = new Map(
    (
      await promotionRows(
        db,
        found.map(({ id }) => id),
      )
    ).map((row) => [row.id, row]),
  );
  return found.flatMap(({ id, uses, given }) => {
    const row = rows.get(id);
    return row ? [{ ...row, period_uses: uses, period_given: given }] : [];
  });
}

async function idsOutOfPool(db: Queryable): Promise<string[]> {
  const found = await db
    .select({ id: promotions.id })
    .from(promotions)
    .where(and(eq(promotions.state, "paused"), eq(promotions.pauseCause, "pool")))
    .orderBy(desc(promotions.updatedAt), desc(promotions.id))
    .limit(OUT_OF_POOL);
  return found.map(({ id }) => id);
}
