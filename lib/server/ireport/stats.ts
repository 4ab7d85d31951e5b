import "server-only";
import { and, asc, isNotNull } from "drizzle-orm";
import type { IreportStats } from "@/lib/contract/ireport-figures";
import { LGAS } from "@/lib/contract/lgas.values";
import { listLagosDays } from "@/lib/server/base/time";
import type { Queryable } from "@/lib/server/db/client";
import { ireports } from "@/lib/server/db/schema/ireport";
import { ireportDepartments } from "@/lib/server/db/schema/ireport-set-up";
import { type DayPeriod, requestedDayPeriod } from "@/lib/server/transaction/overview";
import { type CategoryNode, readCategoryTree } from "./category-tree";
import {
  countOpenReports,
  countReopenedReports,
  countResolvedReportsByDay,
  countSubmittedReports,
  measureMinutesSinceSubmission,
  type OpenReportCount,
  readAverageRating,
  type SubmittedReportCount,
} from "./count-reports";
import { isLateReport } from "./filter";
import { selectReportRows, toReportRow } from "./rows";
import { type IreportViewer, visibleReportsFilter } from "./visibility";

const DEFAULT_DAYS = 30;
const MAX_DAYS = 366;
const MAX_ESCALATIONS_LISTED = 20;

/**
 * Returns current report figures, and the figures of a period compared with the previous period of equal length. Includes only reports that
 * the admin may see. Reads only covering indexes (schema/ireport.ts).
 * @throws 400 for an invalid period
 */
export async function readIreportStats(
  db: Queryable,
  admin: IreportViewer,
  input: Partial<DayPeriod>,
): Promise<IreportStats> {
  const period = requestedDayPeriod({ days: DEFAULT_DAYS, ...input }, MAX_DAYS);
  const visible = await visibleReportsFilter(db, admin);
  const counts = await countSubmittedReports(db, period, visible);
  const openCounts = await countOpenReports(db, visible);
  const resolved = await measureMinutesSinceSubmission(db, ireports.resolvedAt, period, visible);
  const acknowledged = await measureMinutesSinceSubmission(db, ireports.acknowledgedAt, period, visible);
  const resolvedOn = await countResolvedReportsByDay(db, period, visible);
  const escalated = await selectReportRows(db)
    .where(and(isNotNull(ireports.escalatedAt), isLateReport(), visible))
    .orderBy(asc(ireports.dueAt), asc(ireports.id))
    .limit(MAX_ESCALATIONS_LISTED);
  const totalRow = counts.find(({ category, lga, day }) => category === null && lga === null && day === null);
  const all = openCounts.find(({ category, lga }) => category === null && lga === null);
  const submittedOn = new Map(counts.map(({ day, inPeriod }) => [day, inPeriod]));
  return {
    ...period,
    submitted: { now: totalRow?.inPeriod ?? 0, before: totalRow?.inPreviousPeriod ?? 0 },
    resolved: { now: resolved.now, before: resolved.before },
    reopened: await countReopenedReports(db, period, visible),
    acknowledge_minutes: acknowledged.minutes,
    resolve_minutes: resolved.minutes,
    rating: await readAverageRating(db, period, visible),
    open: all?.open ?? 0,
    unassigned: all?.unassigned ?? 0,
    late: all?.late ?? 0,
    escalated: all?.escalated ?? 0,
    waiting_for_citizen: all?.waitingForCitizen ?? 0,
    ...(await countsByGroup(db, counts, openCounts)),
    by_lga: LGAS.map((lga) => ({ lga, ...sumCounts(counts, openCounts, (each) => each.lga === lga) })),
    by_day: listLagosDays(period.from, period.to).map((day) => ({
      day,
      submitted: submittedOn.get(day) ?? 0,
      resolved: resolvedOn.get(day) ?? 0,
    })),
    escalations: escalated.map(toReportRow),
  };
}

/** Returns figures by first-level category including subcategories, and by department. Omits groups without reports. */
async function countsByGroup(
  db: Queryable,
  counts: readonly SubmittedReportCount[],
  openCounts: readonly OpenReportCount[],
) {
  const tree = await readCategoryTree(db);
  const departments = await db.select().from(ireportDepartments);
  const shareOf = (matches: (category: CategoryNode) => boolean) =>
    sumCounts(counts, openCounts, ({ category }) => {
      const placed = category === null ? undefined : tree.get(category);
      return placed !== undefined && matches(placed);
    });
  const responsible = ({ departmentId, parentId }: CategoryNode) =>
    departmentId ?? (parentId ? tree.get(parentId)?.departmentId : null) ?? null;
  const all = [...departments, { id: null, name: "No department" }];
  return {
    by_category: [...tree.values()]
      .filter(({ parentId }) => parentId === null)
      .map(({ id, name }) => ({ id, name, ...shareOf((each) => (each.parentId ?? each.id) === id) }))
      .filter(hasReports)
      .sort(byCountDescending),
    by_department: all
      .map(({ id, name }) => ({ id, name, ...shareOf((each) => responsible(each) === id) }))
      .filter(hasReports)
      .sort(byCountDescending),
  };
}

type GroupCounts = Record<"now" | "before" | "open" | "late", number>;

function sumCounts(
  counts: readonly SubmittedReportCount[],
  openCounts: readonly OpenReportCount[],
  matches: (countKey: Pick<SubmittedReportCount, "category" | "lga">) => boolean,
): GroupCounts {
  const sum = { now: 0, before: 0, open: 0, late: 0 };
  for (const each of counts.filter(matches)) {
    sum.now += each.inPeriod;
    sum.before += each.inPreviousPeriod;
  }
  for (const each of openCounts.filter(matches)) {
    sum.open += each.open;
    sum.late += each.late;
  }
  return sum;
}

const hasReports = ({ now, before, open }: GroupCounts) => now + before + open > 0;
const byCountDescending = (a: GroupCounts & { name: string }, b: GroupCounts & { name: string }) =>
  b.open - a.open || b.now - a.now || a.name.localeCompare(b.name);
