import "server-only";
import { eq, sql } from "drizzle-orm";
import type { PromotionFigures } from "@/lib/contract/promotion-figures";
import { refuse } from "@/lib/server/api/errors";
import { addDays, countDays, lagosDayOf, listLagosDays } from "@/lib/server/base/time";
import type { Queryable } from "@/lib/server/db/client";
import { promotions } from "@/lib/server/db/schema/promotion";
import type { DayPeriod } from "@/lib/server/transaction/overview";
import { sumPaymentsByDay } from "./payments-by-day";
import { promotionStateOf } from "./state";

const DAY_MS = 86_400_000;
/** Maximum number of days in the chart of a promotion's benefits. */
const MAX_DAYS = 90;
const PACE_DAYS = 7;
/** Maximum number of days in which the forecast expects the budget to be used up; otherwise there is no forecast. */
const MAX_FORECAST_DAYS = 365;

type PromotionRecord = typeof promotions.$inferSelect;
type DayUse = PromotionFigures["by_day"][number];

/**
 * Returns the benefits of one promotion per Lagos day, and its remaining budget; in kobo. Reads counters and daily totals. Only users and
 * returned amounts are read from redemptions, by index-only scans.
 * @throws 404
 */
export async function readPromotionFigures(db: Queryable, promotionId: string): Promise<PromotionFigures> {
  const [promotion] = await db.select().from(promotions).where(eq(promotions.id, promotionId));
  if (!promotion) throw refuse.notFound("promotion");
  const usedDays = await readUsesByDay(db, promotionId);
  const period = periodOf(promotion, usedDays);
  const budgetLeft = promotion.budget - promotion.spent - promotion.reserved;
  const dailyPace = dailyPaceOf(promotion, usedDays);
  const runs = promotionStateOf(promotion, Date.now()) === "active";
  const byDay = new Map(usedDays.map((each) => [each.day, each]));
  return {
    uses: promotion.uses,
    users: await countUsers(db, promotionId),
    given: promotion.spent,
    reserved: promotion.reserved,
    returned: await sumReturned(db, promotionId),
    left: budgetLeft,
    pace: dailyPace,
    ends_at_this_pace: runs ? budgetUsedUpAt(budgetLeft, dailyPace) : null,
    by_day: period
      ? listLagosDays(period.from, period.to).map((day) => byDay.get(day) ?? { day, uses: 0, amount: 0 })
      : [],
    payments: period ? await sumPaymentsByDay(db, promotion, period) : [],
  };
}

/**
 * Returns uses by the day on which their payment began, oldest first. Includes only payments that succeeded and were not fully refunded.
 */
async function readUsesByDay(db: Queryable, promotionId: string): Promise<DayUse[]> {
  const { rows } = await db.execute<DayUse>(sql`
    select day::text as day, sum(rows)::int as uses, sum(amount)::float8 as amount from day_totals
    where list = 'redemptions' and facet = ${`promotion:${promotionId}:redeemed`} group by day_totals.day
    having sum(rows) <> 0 or sum(amount) <> 0 order by day_totals.day`);
  return rows;
}

const latestDay = (...days: string[]) => days.sort().at(-1) ?? "";

/** Returns the period from the promotion's start to today or to its end, at most the last `MAX_DAYS` days. */
function periodOf(
  { state, startsAt, endsAt, endCause }: PromotionRecord,
  usedDays: readonly DayUse[],
): DayPeriod | null {
  const today = lagosDayOf(new Date());
  if (!startsAt || state === "draft" || lagosDayOf(startsAt) > today) return null;
  const firstDay = lagosDayOf(startsAt);
  const lastDay = latestDay(firstDay, usedDays.at(-1)?.day ?? firstDay);
  const endedEarly = endCause !== null && endCause !== "clock";
  const toDay = endedEarly
    ? lastDay
    : endsAt && lagosDayOf(endsAt) < today
      ? latestDay(lagosDayOf(endsAt), lastDay)
      : today;
  return { from: latestDay(firstDay, addDays(toDay, 1 - MAX_DAYS)), to: toDay };
}

/** Returns the average benefit in kobo per day over the last `PACE_DAYS`, or since the start if that is later. */
function dailyPaceOf({ startsAt }: PromotionRecord, usedDays: readonly DayUse[]): number {
  const today = lagosDayOf(new Date());
  const since = addDays(today, 1 - PACE_DAYS);
  const days = startsAt ? Math.min(PACE_DAYS, Math.max(1, countDays(lagosDayOf(startsAt), today))) : PACE_DAYS;
  const givenInPace = usedDays.filter(({ day }) => day >= since).reduce((total, { amount }) => total + amount, 0);
  return Math.floor(givenInPace / days);
}

/** Returns when `budgetLeft` (kobo) is used up at this pace (kobo per day); null if that takes more than a year. */
function budgetUsedUpAt(budgetLeft: number, dailyPace: number): string | null {
  if (dailyPace <= 0 || budgetLeft / dailyPace > MAX_FORECAST_DAYS) return null;
  return new Date(Date.now() + Math.round((budgetLeft / dailyPace) * DAY_MS)).toISOString();
}

/** Counts citizens with a redeemed use. Reads only the index `promotion_redemptions_uses`. */
async function countUsers(db: Queryable, promotionId: string): Promise<number> {
  const { rows } = await db.execute<{ users: number }>(sql`
    select count(*)::int as users from (select user_id from promotion_redemptions
      where promotion_id = ${promotionId} and state = 'redeemed' group by user_id) used`);
  return rows[0]?.users ?? 0;
}

/** Sums the kobo returned by refunds. Reads only the index `promotion_redemptions_promotion`. */
async function sumReturned(db: Queryable, promotionId: string): Promise<number> {
  const { rows } = await db.execute<{ returned: number }>(sql`
    select coalesce(sum(returned), 0)::float8 as returned from promotion_redemptions where promotion_id = ${promotionId}`);
  return rows[0]?.returned ?? 0;
}
