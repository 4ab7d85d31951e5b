import "server-only";
import { and, inArray } from "drizzle-orm";
import { recordsChangedSince } from "@/lib/server/audit/changes-since";
import type { Queryable } from "@/lib/server/db/client";
import { ireports } from "@/lib/server/db/schema/ireport";
import { IS_IREPORT_CHANGE_SQL } from "@/lib/server/db/schema/system-logs";
import { type IreportViewer, visibleReportsFilter } from "./visibility";

/** Returns the report changes after the change with id `since`, only of reports that the admin may see. Report lists poll this call. */
export async function readIreportChanges(db: Queryable, admin: IreportViewer, since: number) {
  const { mark, changed } = await recordsChangedSince(db, IS_IREPORT_CHANGE_SQL, since);
  if (!changed?.length) return { mark, changed };
  const visibleRows = await db
    .select({ id: ireports.id })
    .from(ireports)
    .where(and(inArray(ireports.id, changed), await visibleReportsFilter(db, admin)));
  return { mark, changed: visibleRows.map(({ id }) => id) };
}
