import "server-only";
import { sql } from "drizzle-orm";
import type { PromotionFigures } from "@/lib/contract/promotion-figures";
import { SETTLED_TRANSACTION_STATES } from "@/lib/contract/transaction.values";
import { addDays, endOfDay, listLagosDays, startOfDay } from "@/lib/server/base/time";
import type { Queryable } from "@/lib/server/db/client";
import type { promotions } from "@/lib/server/db/schema/promotion";
import type { DayPeriod } from "@/lib/server/transaction/overview";

type Promotion = Pick<typeof promotions.$inferSelect, "id" | "types" | "channels">;
/** Maximum number of days for which a payment can be pending. */
const MAX_DAYS = 30;

type DaySum = { day: string; count: number; amount: number };

/**
 * Counts payments of the promotion's types and channels, with and without the promotion, by the Lagos day of their success. Amounts in
 * kobo; later refunds do not change them. Reads daily totals. For a promotion limited to channels it reads payments, because no total
 * combines type and channel.
 */
export async function sumPaymentsByDay(
  db: Queryable,
  promotion: Promotion,
  period: DayPeriod,
): Promise<PromotionFigures["payments"]> {
  const allDays = promotion.channels.length
    ? await readByChannel(db, promotion, period)
    : await readByType(db, promotion, period);
  const byDay = new Map(allDays.map((each) => [each.day, each]));
  const withUse = new Map((await readWithPromotion(db, promotion.id, period)).map((each) => [each.day, each]));
  return listLagosDays(period.from, period.to).map((day) => {
    const allOfDay = byDay.get(day) ?? { count: 0, amount: 0 };
    const withPromotionOfDay = withUse.get(day) ?? { count: 0, amount: 0 };
    return {
      day,
      with: withPromotionOfDay.count,
      with_amount: withPromotionOfDay.amount,
      without: Math.max(0, allOfDay.count - withPromotionOfDay.count),
      without_amount: Math.max(0, allOfDay.amount - withPromotionOfDay.amount),
    };
  });
}

async function readByType(db: Queryable, { types }: Promotion, { from, to }: DayPeriod): Promise<DaySum[]> {
  const facets = types.map((type) => `type:${type}`);
  const { rows } = await db.execute<DaySum>(sql`
    select day::text as day, sum(rows)::int as count, sum(amount)::float8 as amount from day_totals
    where list = 'completed' and facet = any(${sql.param(facets)}) and day between ${from} and ${to} group by 1`);
  return rows;
}

/** Sums payments of the promotion's types and channels by day, including payments that began before the period but were completed in it. */
async function readByChannel(
  db: Queryable,
  { types, channels }: Promotion,
  { from, to }: DayPeriod,
): Promise<DaySum[]> {
  const { rows } = await db.execute<DaySum>(sql`
    select lagos_day(completed_at)::text as day, count(*)::int as count, sum(amount)::float8 as amount from transactions
    where completed_at >= ${startOfDay(from)} and completed_at < ${endOfDay(to)}
      and type = any(${sql.param(types)}) and channel = any(${sql.param(channels)})
      and state = any(${sql.param(SETTLED_TRANSACTION_STATES)}) group by 1`);
  return rows;
}

async function readWithPromotion(db: Queryable, promotionId: string, { from, to }: DayPeriod): Promise<DaySum[]> {
  const { rows } = await db.execute<DaySum>(sql`
    select lagos_day(t.completed_at)::text as day, count(*)::int as count, sum(t.amount)::float8 as amount
    from promotion_redemptions r join transactions t on t.id = r.transaction_id
    where r.promotion_id = ${promotionId} and r.state in ('redeemed', 'returned')
      and r.created_at >= ${startOfDay(addDays(from, -MAX_DAYS))} and r.created_at < ${endOfDay(to)}
      and t.completed_at >= ${startOfDay(from)} and t.completed_at < ${endOfDay(to)} group by 1`);
  return rows;
}
