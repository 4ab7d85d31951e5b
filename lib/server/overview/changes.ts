import "server-only";
import { eq } from "drizzle-orm";
import { accessPolicy, satisfiesPolicy } from "@/lib/contract/access";
import type { OutputOf } from "@/lib/contract/common";
import type { overviewCalls } from "@/lib/contract/overview";
import { NEW_HOME_VISIT_MINUTES } from "@/lib/contract/overview.values";
import type { SignedInAdmin, WriteContext } from "@/lib/server/api/context";
import { lagosDayOf } from "@/lib/server/base/time";
import type { Queryable } from "@/lib/server/db/client";
import { homeVisits } from "@/lib/server/db/schema/home";
import { type CountQuery, countQueriesUpToCap } from "./home-module";
import { CHANGE_SOURCES } from "./home-modules";
import { homePartLimitMs, readHomePart } from "./in-time";

/** Number up to which the changes of one kind are counted. */
const CHANGES_CAP = 1_000;

type Changes = OutputOf<typeof overviewCalls.changes>;
type Visit = { since: Date | null; isDue: boolean };

/** Returns what changed since the admin's last visit to Home, counted in one statement. Sources without changes are left out. */
export async function readChangesSinceLastVisit(
  db: Queryable,
  admin: SignedInAdmin,
  { sources = CHANGE_SOURCES, limitMs = homePartLimitMs() } = {},
): Promise<Changes> {
  const { since, isDue } = await readVisit(db, admin.id);
  const visit = { since: since?.toISOString() ?? null, is_due: isDue };
  if (!since) return { ...visit, lines: [], failed: false };
  const permitted = sources.filter(
    ({ feature }) => !feature || satisfiesPolicy(admin.rights, accessPolicy(feature, "read")),
  );
  const counts = await readHomePart({ adminId: admin.id, part: "changes", limitMs }, async () => {
    const queries: Record<string, CountQuery> = {};
    // Runs the sources one after the other, so that this part of Home uses one connection.
    for (const { source } of permitted)
      queries[source.id] = { table: source.table, where: await source.where(since, admin, db) };
    return countQueriesUpToCap(db, queries, CHANGES_CAP);
  });
  const lines = permitted.flatMap(({ feature, source: { id, label, urlFrom } }) => {
    const count = counts?.[id];
    if (!count?.total) return [];
    return {
      ...{ id, feature, label, count: count.total, count_is_capped: count.totalIsCapped },
      url: urlFrom?.(lagosDayOf(since)) ?? null,
    };
  });
  return { ...visit, lines, failed: counts === null };
}

/**
 * Returns the time since which Home counts changes: the start of the stored visit if a new visit is due, otherwise of the visit before it.
 */
async function readVisit(db: Queryable, adminId: string): Promise<Visit> {
  const [row] = await db.select().from(homeVisits).where(eq(homeVisits.adminId, adminId));
  if (!row) return { since: null, isDue: true };
  const isDue = row.visitedAt.getTime() + NEW_HOME_VISIT_MINUTES * 60_000 <= Date.now();
  return { since: isDue ? row.visitedAt : row.previousAt, isDue };
}

/** Records a new visit to Home, at most one an hour. A reload within the hour is not audited and keeps the earlier changes visible. */
export async function recordHomeVisit({
  tx,
  admin,
  audit,
}: WriteContext): Promise<OutputOf<typeof overviewCalls.recordVisit>> {
  const { since, isDue } = await readVisit(tx, admin.id);
  const visit = { since: since?.toISOString() ?? null, is_due: false };
  if (!isDue) return visit;
  const visitedAt = new Date();
  await tx
    .insert(homeVisits)
    .values({ adminId: admin.id, visitedAt })
    .onConflictDoUpdate({ target: homeVisits.adminId, set: { visitedAt, previousAt: since } });
  audit({ record: null, after: { last_visit: visit.since } });
  return visit;
}
