import "server-only";
import { and, inArray } from "drizzle-orm";
import { markOf, pulseOf } from "@/lib/server/audit/pulse";
import type { Queryable } from "@/lib/server/db/client";
import { ireports } from "@/lib/server/db/schema/ireport";
import { IREPORT_CHANGES } from "@/lib/server/db/schema/system-logs";
import { type Viewer, visibleTo } from "./visibility";

/** The newest change of any report. */
export const ireportMark = (db: Queryable) => markOf(db, IREPORT_CHANGES);

/** What changed after a mark, of the reports that exist for the admin: the others are not named. */
export async function ireportPulse(db: Queryable, admin: Viewer, since: number) {
  const { mark, changed } = await pulseOf(db, IREPORT_CHANGES, since);
  if (!changed?.length) return { mark, changed };
  const seen = await db
    .select({ id: ireports.id })
    .from(ireports)
    .where(and(inArray(ireports.id, changed), await visibleTo(db, admin)));
  return { mark, changed: seen.map(({ id }) => id) };
}
