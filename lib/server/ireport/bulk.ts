import "server-only";
import { and, asc, inArray } from "drizzle-orm";
import type { z } from "zod";
import type { ireport } from "@/lib/contract/ireport";
import type { Transaction } from "@/lib/server/db/client";
import { ireports } from "@/lib/server/db/schema/ireport";
import { refuse } from "@/lib/server/errors";
import { type Report, reportColumns } from "./rows";
import { type Viewer, visibleTo } from "./visible";

type BulkResult = z.output<NonNullable<(typeof ireport.assign)["~orpc"]["outputSchema"]>>["results"][number];
type Chosen = { ireportId: string; version: number }[];

/**
 * One result for each of several reports, in the order in which they were chosen. They are locked in one order for
 * everybody, so that two who choose the same do not wait for each other.
 * @throws 404 when none exists for the admin
 */
export async function eachOf(
  tx: Transaction,
  admin: Viewer,
  chosen: Chosen,
  change: (report: Report, version: number) => Promise<Pick<BulkResult, "done" | "message">>,
): Promise<{ results: BulkResult[] }> {
  const wanted = new Map(chosen.map(({ ireportId, version }) => [ireportId, version]));
  const reports = await tx
    .select(reportColumns)
    .from(ireports)
    .where(and(inArray(ireports.id, [...wanted.keys()]), await visibleTo(tx, admin)))
    .orderBy(asc(ireports.id))
    .for("update");
  if (reports.length === 0) throw refuse.notFound("report");
  const results = new Map<string, BulkResult>();
  for (const report of reports) {
    const result = await change(report, wanted.get(report.id) ?? 0);
    results.set(report.id, { id: report.id, name: report.number, ...result });
  }
  const gone = { name: "Unknown report", done: false, message: "This report does not exist any more." };
  return { results: [...wanted.keys()].map((id) => results.get(id) ?? { id, ...gone }) };
}
