import "server-only";
import { and, sql } from "drizzle-orm";
import { addDays, dayOf, startOfDay } from "@/lib/server/base/time";
import type { Queryable } from "@/lib/server/db/client";
import { ireports } from "@/lib/server/db/schema/ireport";
import { isLate, OPEN, RUNNING } from "./filter";
import { type Viewer, visibleTo } from "./visibility";

const DAYS = 7;

/** Counts reports for Home: those that the admin may see, and the admin's own. */
export async function ireportHome(db: Queryable, admin: Viewer) {
  const visible = await visibleTo(db, admin);
  const late = isLate();
  const mine = sql`${ireports.ownerId} = ${admin.id}`;
  const waits = await db.execute<Record<"open" | "late" | "unassigned" | "mine" | "mine_late", number>>(sql`
    select count(*)::int as open, count(*) filter (where ${late})::int as late,
      count(*) filter (where ${ireports.ownerId} is null and ${RUNNING})::int as unassigned,
      count(*) filter (where ${mine})::int as mine, count(*) filter (where ${mine} and ${late})::int as mine_late
    from ${ireports} where ${and(OPEN, visible)}`);
  const today = dayOf(new Date());
  const since = (days: number) => startOfDay(addDays(today, 1 - days));
  const came = await db.execute<Record<"new_7_days" | "previous_7_days", number>>(sql`
    select count(*) filter (where ${ireports.submittedAt} >= ${since(DAYS)})::int as new_7_days,
      count(*) filter (where ${ireports.submittedAt} < ${since(DAYS)})::int as previous_7_days
    from ${ireports} where ${and(sql`${ireports.submittedAt} >= ${since(2 * DAYS)}`, visible)}`);
  const none = { open: 0, late: 0, unassigned: 0, mine: 0, mine_late: 0, new_7_days: 0, previous_7_days: 0 };
  return { ...none, ...waits.rows[0], ...came.rows[0] };
}
