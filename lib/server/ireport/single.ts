import "server-only";
import { and, asc, eq, inArray, type SQL } from "drizzle-orm";
import type { IreportDetails } from "@/lib/contract/ireport";
import type { TimelineEntry } from "@/lib/contract/system-logs";
import { fullName } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { latestChangePosition } from "@/lib/server/audit/changes-since";
import { readRecordTimeline } from "@/lib/server/audit/timeline";
import type { Queryable } from "@/lib/server/db/client";
import { ireportNotes, ireports } from "@/lib/server/db/schema/ireport";
import { ireportCategories } from "@/lib/server/db/schema/ireport-set-up";
import { users } from "@/lib/server/db/schema/user";
import { readNotes } from "@/lib/server/records/read-notes";
import { readConversation } from "./messages";
import { nextUnassignedAfter } from "./next-unassigned";
import { reopenUntil } from "./report-clocks";
import { type IreportRecord, selectReportRows, toReportRow } from "./rows";
import { type IreportViewer, maySeePrivate, privateCategoryIds, visibleReportsFilter } from "./visibility";

/** Maximum number of duplicates shown on a report's page. */
const MAX_DUPLICATES_LISTED = 100;

/** Returns a report as its page shows it. @throws 404, also if the admin may not see it */
export async function readIreportDetails(
  db: Queryable,
  admin: IreportViewer,
  ireportId: string,
): Promise<IreportDetails> {
  const lastChangeId = await latestChangePosition(db);
  const visible = await visibleReportsFilter(db, admin);
  const [row] = await selectReportRows(db).where(and(eq(ireports.id, ireportId), visible));
  if (!row) throw refuse.notFound("report");
  const { report } = row;
  const { id } = report;
  const [original] = report.originalId ? await readReportRefs(db, eq(ireports.id, report.originalId), visible) : [];
  return {
    ...toReportRow(row),
    text: report.text,
    ward: report.ward,
    lat: report.lat,
    lng: report.lng,
    reporter: await reporterOf(db, report),
    ...(await readConversation(db, id)),
    notes: await readNotes(db, ireportNotes, ireportNotes.ireportId, id),
    resume_state: report.resumeState,
    rejection: report.rejection,
    original: original ?? null,
    duplicates: await readReportRefs(db, eq(ireports.originalId, id), visible),
    resolved_at: report.resolvedAt?.toISOString() ?? null,
    reopen_until: reopenUntil(report)?.toISOString() ?? null,
    rating:
      report.rating && report.ratedAt
        ? { stars: report.rating, comment: report.ratingComment ?? "", at: report.ratedAt.toISOString() }
        : null,
    upcoming: await nextUnassignedAfter(db, admin, id),
    mark: lastChangeId,
    timeline: await withCategoryNames(db, admin, await readRecordTimeline(db, "ireport", id)),
  };
}

async function reporterOf(db: Queryable, { reporterId }: IreportRecord): Promise<IreportDetails["reporter"]> {
  if (!reporterId) return null;
  const [user] = await db.select().from(users).where(eq(users.id, reporterId));
  return user ? { id: user.id, name: fullName(user), phone: user.phone } : null;
}

/** Returns references to other reports that the admin may see too. */
const readReportRefs = (db: Queryable, condition: SQL, visible: SQL | undefined) =>
  db
    .select({ id: ireports.id, number: ireports.number, title: ireports.title, state: ireports.state })
    .from(ireports)
    .where(and(condition, visible))
    .orderBy(asc(ireports.submittedAt), asc(ireports.id))
    .limit(MAX_DUPLICATES_LISTED);

/** Replaces category ids of the audit trail by names, or by "private" if hidden from the admin. */
async function withCategoryNames(
  db: Queryable,
  admin: IreportViewer,
  timeline: TimelineEntry[],
): Promise<TimelineEntry[]> {
  const idsOf = (field: string) =>
    timeline
      .flatMap(({ changes }) => changes.filter((change) => change.field === field))
      .flatMap(({ before, after }) => [before, after])
      .filter((value): value is string => value !== null && /^[0-9a-f-]{36}$/.test(value));
  const names = new Map<string | null, string>();
  const categories = await db
    .select()
    .from(ireportCategories)
    .where(inArray(ireportCategories.id, idsOf("category")));
  const privateIds = categories.length && !maySeePrivate(admin) ? await privateCategoryIds(db) : [];
  for (const { id, name } of categories) names.set(id, privateIds.includes(id) ? "private" : name);
  return timeline.map((entry) => ({
    ...entry,
    changes: entry.changes.map(({ field, before, after }) => ({
      field,
      before: names.get(before) ?? before,
      after: names.get(after) ?? after,
    })),
  }));
}
