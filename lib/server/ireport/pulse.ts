import "server-only";
import { and, inArray } from "drizzle-orm";
import { changesSince, latestChangeId } from "@/lib/server/audit/changes-since";
import type { Queryable } from "@/lib/server/db/client";
import { ireports } from "@/lib/server/db/schema/ireport";
import { IREPORT_CHANGES } from "@/lib/server/db/schema/system-logs";
import { type Viewer, visibleTo } from "./visibility";

/** Returns the id of the newest change of any report. */
export const lastIreportChangeId = (db: Queryable) => latestChangeId(db, IREPORT_CHANGES);

/** Returns the changes after a given one, only of reports that the admin may see. */
export async function ireportPulse(db: Queryable, admin: Viewer, since: number) {
  const { mark, changed } = await changesSince(db, IREPORT_CHANGES, since);
  if (!changed?.length) return { mark, changed };
  const visibleRows = await db
    .select({ id: ireports.id })
    .from(ireports)
    .where(and(inArray(ireports.id, changed), await visibleTo(db, admin)));
  return { mark, changed: visibleRows.map(({ id }) => id) };
}
