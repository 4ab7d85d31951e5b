import "server-only";
import { and, sql } from "drizzle-orm";
import { addDays, dayOf, startOfDay } from "@/lib/server/base/time";
import type { Queryable } from "@/lib/server/db/client";
import { ireports } from "@/lib/server/db/schema/ireport";
import { IS_OPEN_STATE, IS_RUNNING_STATE, isLate } from "./filter";
import { type Viewer, visibleTo } from "./visibility";

const PERIOD_DAYS = 7;

/** Counts reports for Home: those that the admin may see, and the admin's own. */
export async function ireportHome(db: Queryable, admin: Viewer) {
  const visible = await visibleTo(db, admin);
  const late = isLate();
  const isMine = sql`${ireports.ownerId} = ${admin.id}`;
  const openCounts = await db.execute<Record<"open" | "late" | "unassigned" | "mine" | "mine_late", number>>(sql`
    select count(*)::int as open, count(*) filter (where ${late})::int as late,
      count(*) filter (where ${ireports.ownerId} is null and ${IS_RUNNING_STATE})::int as unassigned,
      count(*) filter (where ${isMine})::int as mine, count(*) filter (where ${isMine} and ${late})::int as mine_late
    from ${ireports} where ${and(IS_OPEN_STATE, visible)}`);
  const today = dayOf(new Date());
  const startOfPeriod = (days: number) => startOfDay(addDays(today, 1 - days));
  const newCounts = await db.execute<Record<"new_7_days" | "previous_7_days", number>>(sql`
    select count(*) filter (where ${ireports.submittedAt} >= ${startOfPeriod(PERIOD_DAYS)})::int as new_7_days,
      count(*) filter (where ${ireports.submittedAt} < ${startOfPeriod(PERIOD_DAYS)})::int as previous_7_days
    from ${ireports} where ${and(sql`${ireports.submittedAt} >= ${startOfPeriod(2 * PERIOD_DAYS)}`, visible)}`);
  const noReports = { open: 0, late: 0, unassigned: 0, mine: 0, mine_late: 0, new_7_days: 0, previous_7_days: 0 };
  return { ...noReports, ...openCounts.rows[0], ...newCounts.rows[0] };
}
