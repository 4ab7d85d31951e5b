import "server-only";
import { and, eq, ne, type SQL, sql } from "drizzle-orm";
import type { WriteContext } from "@/lib/server/api/context";
import { Refusal } from "@/lib/server/api/errors";
import type { Queryable } from "@/lib/server/db/client";
import { ireports } from "@/lib/server/db/schema/ireport";
import { holdCaller } from "@/lib/server/rp/active-admins";
import { takeOn } from "./claim";
import { lockReport } from "./record";
import { selectRows, toRow } from "./rows";
import { type Viewer, visibleTo } from "./visible";

/** Due first of what nobody has; the words are those of the index ireports_unassigned. */
const unassigned = (db: Queryable, visible: SQL | undefined, but: string | undefined) =>
  db
    .select({ id: ireports.id })
    .from(ireports)
    .where(
      and(
        sql`${ireports.ownerId} is null and ${ireports.state} in ('submitted', 'acknowledged', 'in_progress')`,
        but ? ne(ireports.id, but) : undefined,
        visible,
      ),
    )
    .orderBy(ireports.dueAt, ireports.id)
    .limit(1);

/**
 * Takes on the report that is due first and that nobody has. `skip locked`: what a colleague is taking at this very
 * moment is passed over, so no two get the same and none waits for another.
 * @param skip the report that one comes from.
 * @throws 404 in words when nothing is left.
 */
export async function nextIreport({ tx, admin, audit }: WriteContext, skip?: string) {
  await holdCaller(tx, admin.id);
  const [first] = await unassigned(tx, await visibleTo(tx, admin), skip).for("update", { skipLocked: true });
  if (!first)
    throw new Refusal(
      404,
      "NOTHING_WAITS",
      "Every report that needs the desk has an owner. New ones appear in the list as they come in.",
    );
  await takeOn(tx, audit, await lockReport(tx, admin, first.id), admin.id, new Date());
  const [found] = await selectRows(tx).where(eq(ireports.id, first.id));
  if (!found) throw new Error(`Report ${first.id} vanished.`);
  return toRow(found);
}

/** What `ireport.next` would give at this moment to somebody who comes from `ireportId`. */
export async function upcomingAfter(db: Queryable, admin: Viewer, ireportId: string): Promise<string | null> {
  const [first] = await unassigned(db, await visibleTo(db, admin), ireportId);
  return first?.id ?? null;
}
