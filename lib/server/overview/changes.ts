import "server-only";
import { eq } from "drizzle-orm";
import { allows, needs } from "@/lib/contract/access";
import type { OutputOf } from "@/lib/contract/common";
import type { overview } from "@/lib/contract/overview";
import { VISIT_MINUTES } from "@/lib/contract/overview.values";
import type { SignedInAdmin, WriteContext } from "@/lib/server/api/context";
import { dayOf } from "@/lib/server/base/time";
import type { Queryable } from "@/lib/server/db/client";
import { homeVisits } from "@/lib/server/db/schema/home";
import { CHANGE_SOURCES } from "./home-modules";
import { inTime, SOURCE_LIMIT_MS } from "./in-time";

type Changes = OutputOf<typeof overview.changes>;
type Visit = { since: Date | null; isDue: boolean };

/** Returns what changed since the admin's last visit. The sources are read concurrently; those without changes are left out. */
export async function changesFor(
  db: Queryable,
  admin: SignedInAdmin,
  { sources = CHANGE_SOURCES, limitMs = SOURCE_LIMIT_MS } = {},
): Promise<Changes> {
  const { since, isDue } = await readVisit(db, admin.id);
  const visit = { since: since?.toISOString() ?? null, is_due: isDue };
  if (!since) return { ...visit, lines: [], failed: false };
  const permitted = sources.filter(({ feature }) => !feature || allows(admin.rights, needs(feature, "read")));
  const counted = await Promise.all(
    permitted.map(async ({ feature, source }) => {
      const count = await inTime(limitMs, source.id, () => source.count(db, since, admin));
      return { feature, source, count };
    }),
  );
  return {
    ...visit,
    lines: counted.flatMap(({ feature, source, count }) =>
      count?.total
        ? {
            id: source.id,
            feature,
            label: source.label,
            count: count.total,
            count_is_capped: count.totalIsCapped,
            url: source.urlFrom?.(dayOf(since)) ?? null,
          }
        : [],
    ),
    failed: counted.some(({ count }) => !count),
  };
}

/** Reads the start of the visit before the current one. Before the current visit is recorded, that is the recorded one. */
async function readVisit(db: Queryable, adminId: string): Promise<Visit> {
  const [row] = await db.select().from(homeVisits).where(eq(homeVisits.adminId, adminId));
  if (!row) return { since: null, isDue: true };
  const isDue = row.visitedAt.getTime() + VISIT_MINUTES * 60_000 <= Date.now();
  return { since: isDue ? row.visitedAt : row.previousAt, isDue };
}

/** Records the current visit, once an hour at most: a reload must not hide what changed before it. */
export async function recordVisit({ tx, admin, audit }: WriteContext): Promise<OutputOf<typeof overview.recordVisit>> {
  const { since, isDue } = await readVisit(tx, admin.id);
  const visitedAt = new Date();
  if (isDue)
    await tx
      .insert(homeVisits)
      .values({ adminId: admin.id, visitedAt })
      .onConflictDoUpdate({ target: homeVisits.adminId, set: { visitedAt, previousAt: since } });
  audit({ record: null, after: { last_visit: since?.toISOString() ?? null } });
  return { since: since?.toISOString() ?? null, is_due: false };
}
