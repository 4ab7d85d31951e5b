import "server-only";
import { and, ne, type SQL, sql } from "drizzle-orm";
import type { Queryable } from "@/lib/server/db/client";
import { ireports } from "@/lib/server/db/schema/ireport";
import { type IreportViewer, visibleReportsFilter } from "./visibility";

/** Selects the unassigned report that is due first. The conditions match the index ireports_unassigned. */
export const selectUnassigned = (db: Queryable, visible: SQL | undefined, exceptId: string | undefined) =>
  db
    .select({ id: ireports.id })
    .from(ireports)
    .where(
      and(
        sql`${ireports.ownerId} is null and ${ireports.state} in ('submitted', 'acknowledged', 'in_progress')`,
        exceptId ? ne(ireports.id, exceptId) : undefined,
        visible,
      ),
    )
    .orderBy(ireports.dueAt, ireports.id)
    .limit(1);

/** Returns the id of the report that `ireport.next` would now claim for an officer who leaves `ireportId`. */
export async function nextUnassignedAfter(
  db: Queryable,
  admin: IreportViewer,
  ireportId: string,
): Promise<string | null> {
  const [nextReport] = await selectUnassigned(db, await visibleReportsFilter(db, admin), ireportId);
  return nextReport?.id ?? null;
}
