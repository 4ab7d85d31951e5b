import "server-only";
import { sql } from "drizzle-orm";
import { addDays } from "@/lib/server/base/time";
import type { Queryable } from "@/lib/server/db/client";
import { promotions } from "@/lib/server/db/schema/promotion";
import { lastDays } from "@/lib/server/transaction/overview";
import { promotionStateIs } from "./state";

const PERIOD_DAYS = 30;
type PromotionCounts = Record<"active" | "out_of_pool", number>;
type GivenAmounts = Record<"given_30_days" | "previous_30_days", number>;

/** Home figures: active promotions, those paused by the pool, and kobo given in the last 30 days and before. */
export async function promotionHome(db: Queryable): Promise<PromotionCounts & GivenAmounts> {
  const countResult = await db.execute<PromotionCounts>(sql`
    select count(*) filter (where ${promotionStateIs(["active"])})::int as active,
      count(*) filter (where state = 'paused' and pause_cause = 'pool')::int as out_of_pool
    from ${promotions} where state in ('scheduled', 'active', 'paused')`);
  const { from, to } = lastDays(PERIOD_DAYS);
  const givenResult = await db.execute<GivenAmounts>(sql`
    select coalesce(sum(amount) filter (where day >= ${from}), 0)::float8 as given_30_days,
      coalesce(sum(amount) filter (where day < ${from}), 0)::float8 as previous_30_days
    from day_totals where list = 'redemptions' and facet = 'state:redeemed' and day between ${addDays(from, -PERIOD_DAYS)} and ${to}`);
  return {
    ...(countResult.rows[0] ?? { active: 0, out_of_pool: 0 }),
    ...(givenResult.rows[0] ?? { given_30_days: 0, previous_30_days: 0 }),
  };
}
