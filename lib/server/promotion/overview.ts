import "server-only";
import { and, desc, eq, sql } from "drizzle-orm";
import { SYSTEM_ACCOUNT_IDS } from "@/lib/contract/ledger.values";
import { PROMOTABLE_TYPES } from "@/lib/contract/promotion.values";
import type { PromotionOverview } from "@/lib/contract/promotion-figures";
import { addDays, countDays, endOfDay, listLagosDays, startOfDay } from "@/lib/server/base/time";
import type { Queryable } from "@/lib/server/db/client";
import { ledgerAccounts } from "@/lib/server/db/schema/ledger";
import { promotions } from "@/lib/server/db/schema/promotion";
import { type DayPeriod, periodOfLastDays } from "@/lib/server/transaction/overview";
import { countAbuseClusters } from "./list-abuse";
import { promotionRows } from "./rows";
import { promotionStateIs } from "./state";

const MAX_TOP = 5;
const MAX_PAUSED_LISTED = 20;
/** SQL for the upper limit of a returned sum of budgets, because sums may exceed the safe integers of JavaScript. */
const MAX_SUM_SQL = sql.raw(String(Number.MAX_SAFE_INTEGER));

type PeriodFigures = PromotionOverview["now"];
type DayUse = PromotionOverview["by_day"][number];
type StateCounts = Pick<PromotionOverview, "active" | "scheduled" | "paused" | "drafts" | "budget_left">;

/** Returns current counts of promotions, and sums (kobo) of the last `days` Lagos days compared with the previous period. */
export async function readPromotionOverview(db: Queryable, { days }: { days: string }): Promise<PromotionOverview> {
  const period = periodOfLastDays(Number(days));
  const earlier = { from: addDays(period.from, -countDays(period.from, period.to)), to: addDays(period.from, -1) };
  const bothPeriods = { from: earlier.from, to: period.to };
  const usedDays = await readUsesByDay(db, bothPeriods);
  const paidDays = await readPaymentsByDay(db, bothPeriods);
  const figuresOf = async (wantedPeriod: DayPeriod): Promise<PeriodFigures> => {
    const daysOfPeriod = usedDays.filter(({ day }) => isInPeriod(wantedPeriod, day));
    return {
      uses: sumOf(daysOfPeriod.map(({ uses }) => uses)),
      given: sumOf(daysOfPeriod.map(({ amount }) => amount)),
      payments: sumOf(paidDays.filter(({ day }) => isInPeriod(wantedPeriod, day)).map(({ payments }) => payments)),
      users: await countUsers(db, wantedPeriod),
    };
  };
  const byDay = new Map(usedDays.map((each) => [each.day, each]));
  const outOfPoolIds = await promotionsPausedForPool(db);
  return {
    ...(await readCounts(db)),
    ...(await readPool(db)),
    now: await figuresOf(period),
    before: await figuresOf(earlier),
    by_day: listLagosDays(period.from, period.to).map((day) => byDay.get(day) ?? { day, uses: 0, amount: 0 }),
    top: await readTopPromotions(db, period),
    out_of_pool: await promotionRows(db, outOfPoolIds),
    abuse: await countAbuseClusters(db, period),
  };
}

const isInPeriod = ({ from, to }: DayPeriod, day: string) => day >= from && day <= to;
const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0);

async function readCounts(db: Queryable): Promise<StateCounts> {
  const isActive = promotionStateIs(["active"]);
  const [result] = await db
    .select({
      active: sql<number>`count(*) filter (where ${isActive})::int`,
      scheduled: sql<number>`count(*) filter (where ${promotionStateIs(["scheduled"])})::int`,
      paused: sql<number>`count(*) filter (where ${promotionStateIs(["paused"])})::int`,
      drafts: sql<number>`count(*) filter (where ${promotions.state} = 'draft')::int`,
      budget_left: sql<number>`least(coalesce(sum(${promotions.budget} - ${promotions.spent} - ${promotions.reserved}) filter (where ${isActive}), 0), ${MAX_SUM_SQL})::float8`,
    })
    .from(promotions)
    .where(sql`${promotions.state} in ('draft', 'scheduled', 'active', 'paused')`);
  return result ?? { active: 0, scheduled: 0, paused: 0, drafts: 0, budget_left: 0 };
}

async function readPool(db: Queryable): Promise<Pick<PromotionOverview, "pool" | "pool_available">> {
  const [pool] = await db
    .select()
    .from(ledgerAccounts)
    .where(eq(ledgerAccounts.id, SYSTEM_ACCOUNT_IDS.promotions_pool));
  if (!pool) throw new Error("There is no promotions pool.");
  return { pool: pool.balance, pool_available: pool.balance - pool.reserved };
}

/** Counts uses by the day on which their payment began. Includes only payments that succeeded and were not fully refunded. */
async function readUsesByDay(db: Queryable, { from, to }: DayPeriod): Promise<DayUse[]> {
  const { rows } = await db.execute<DayUse>(sql`
    select day::text as day, sum(rows)::int as uses, sum(amount)::float8 as amount from day_totals
    where list = 'redemptions' and facet = 'state:redeemed' and day between ${from} and ${to}
    group by 1`);
  return rows;
}

/** Counts successful payments of the types that promotions can have, by the day on which they succeeded. */
async function readPaymentsByDay(db: Queryable, { from, to }: DayPeriod) {
  const facets = PROMOTABLE_TYPES.map((type) => `type:${type}`);
  const { rows } = await db.execute<{ day: string; payments: number }>(sql`
    select day::text as day, sum(rows)::int as payments from day_totals
    where list = 'completed' and facet = any(${sql.param(facets)}) and day between ${from} and ${to} group by 1`);
  return rows;
}

async function countUsers(db: Queryable, { from, to }: DayPeriod): Promise<number> {
  const { rows } = await db.execute<{ users: number }>(sql`
    select count(*)::int as users from (select user_id from promotion_redemptions
      where created_at >= ${startOfDay(from)} and created_at < ${endOfDay(to)} and state = 'redeemed'
      group by user_id) used`);
  return rows[0]?.users ?? 0;
}

/** Returns the promotions with the highest benefits on these days, from their daily totals. */
async function readTopPromotions(db: Queryable, { from, to }: DayPeriod): Promise<PromotionOverview["top"]> {
  const { rows: result } = await db.execute<{ id: string; uses: number; given: number }>(sql`
    select p.id, sum(d.rows)::int as uses, sum(d.amount)::float8 as given
    from promotions p join day_totals d on d.list = 'redemptions' and d.facet = 'promotion:' || p.id || ':redeemed'
        and d.day between ${from} and ${to}
    where p.state <> 'draft' group by 1 having sum(d.rows) > 0 order by given desc, uses desc, p.id limit ${MAX_TOP}`);
  const rows = new Map(
    (
      await promotionRows(
        db,
        result.map(({ id }) => id),
      )
    ).map((row) => [row.id, row]),
  );
  return result.flatMap(({ id, uses, given }) => {
    const row = rows.get(id);
    return row ? [{ ...row, period_uses: uses, period_given: given }] : [];
  });
}

async function promotionsPausedForPool(db: Queryable): Promise<string[]> {
  const result = await db
    .select({ id: promotions.id })
    .from(promotions)
    .where(and(eq(promotions.state, "paused"), eq(promotions.pauseCause, "pool")))
    .orderBy(desc(promotions.updatedAt), desc(promotions.id))
    .limit(MAX_PAUSED_LISTED);
  return result.map(({ id }) => id);
}
