import "server-only";
import { and, asc, inArray } from "drizzle-orm";
import type { OutputOf } from "@/lib/contract/common";
import type { ireportCalls } from "@/lib/contract/ireport";
import type { HandlerContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import type { Transaction } from "@/lib/server/db/client";
import { ireports } from "@/lib/server/db/schema/ireport";
import { ireportRecordRef } from "./record";
import { type IreportRecord, ireportColumns } from "./rows";
import { type IreportViewer, visibleReportsFilter } from "./visibility";

type BulkResult = OutputOf<typeof ireportCalls.assign>["results"][number];
type ReportVersions = { ireportId: string; version: number }[];

/**
 * Applies a change to several reports and returns one result per report, in the given order. Audits failures as refused; `change` audits
 * its own successes. Locks reports in the order of their ids, so that concurrent requests can't deadlock.
 * @throws 404 if the admin can see none of them
 */
export async function forEachReport(
  tx: Transaction,
  { admin, audit }: { admin: IreportViewer; audit: HandlerContext["audit"] },
  chosen: ReportVersions,
  change: (report: IreportRecord, version: number) => Promise<Pick<BulkResult, "done" | "message">>,
): Promise<{ results: BulkResult[] }> {
  const versions = new Map(chosen.map(({ ireportId, version }) => [ireportId, version]));
  const reports = await tx
    .select(ireportColumns)
    .from(ireports)
    .where(and(inArray(ireports.id, [...versions.keys()]), await visibleReportsFilter(tx, admin)))
    .orderBy(asc(ireports.id))
    .for("update");
  const missingIds = [...versions.keys()].filter((id) => !reports.some((report) => report.id === id));
  const rows = missingIds.map((id) => ({
    record: { type: "ireport" as const, id, name: UNKNOWN_REPORT_RESULT.name },
    refusal: UNKNOWN_REPORT_RESULT.message,
  }));
  if (reports.length === 0) throw Object.assign(refuse.notFound("report"), { rows });
  const results = new Map<string, BulkResult>();
  for (const report of reports) {
    const result = await change(report, versions.get(report.id) ?? 0);
    results.set(report.id, { id: report.id, name: report.number, ...result });
    if (!result.done) audit({ record: ireportRecordRef(report), refusal: result.message });
  }
  for (const row of rows) audit(row);
  return { results: [...versions.keys()].map((id) => results.get(id) ?? { id, ...UNKNOWN_REPORT_RESULT }) };
}

const UNKNOWN_REPORT_RESULT = { name: "Unknown report", done: false, message: "This report does not exist any more." };
