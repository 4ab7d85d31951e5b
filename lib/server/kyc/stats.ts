import "server-only";
import { sql } from "drizzle-orm";
import type { KycStats } from "@/lib/contract/kyc-figures";
import { env } from "@/lib/env";
import { dayOf, startOfDay } from "@/lib/server/base/time";
import type { Queryable } from "@/lib/server/db/client";
import { kycRequests } from "@/lib/server/db/schema/kyc";
import { cappedCount } from "@/lib/server/lists/list";
import { inLane, isLate, waits } from "./list";

const DAY = 86_400_000;
/** A revocation carries its own time and author; it is no answer to the user's request. */
const DECISIONS = sql.raw("('approved', 'rejected', 'resubmission_requested')");

/** How the team is doing (issue: fairness and speed). Everything is read from indexes of the queue and of the last week. */
export async function kycStats(db: Queryable): Promise<KycStats> {
  const waiting = await cappedCount(db, kycRequests, waits());
  const late = await cappedCount(db, kycRequests, isLate());
  const clean = await cappedCount(db, kycRequests, inLane("clean"));
  const flagged = await cappedCount(db, kycRequests, inLane("risk"));
  const today = startOfDay(dayOf(new Date()));
  const since = new Date(today.getTime() - 6 * DAY);
  const found = await db.execute<{
    id: string | null;
    name: string;
    today: number;
    days: number;
    median: number | null;
  }>(sql`
    select d.decided_by_id as id, a.first_name || ' ' || a.last_name as name, d.today, d.days, d.median from (
      select decided_by_id, count(*) filter (where decided_at >= ${today})::int as today, count(*)::int as days,
        percentile_cont(0.5) within group (order by extract(epoch from decided_at - submitted_at))::float8 as median
      from kyc_requests where decided_at >= ${since} and state in ${DECISIONS}
      group by grouping sets ((decided_by_id), ())) d
    left join admins a on a.id = d.decided_by_id
    order by d.days desc, name`);
  const median = found.rows.find(({ id }) => id === null)?.median ?? null;
  return {
    waiting: waiting.total,
    waiting_is_capped: waiting.totalIsCapped,
    late: late.total,
    late_is_capped: late.totalIsCapped,
    clean: clean.total,
    clean_is_capped: clean.totalIsCapped,
    flagged: flagged.total,
    flagged_is_capped: flagged.totalIsCapped,
    target_hours: env().kycTargetHours,
    median_minutes: median === null ? null : Math.round(median / 60),
    officers: found.rows.flatMap(({ id, name, today: done, days }) =>
      id ? [{ officer: { id, name }, today: done, seven_days: days }] : [],
    ),
  };
}
