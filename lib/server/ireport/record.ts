import "server-only";
import { and, eq, sql } from "drizzle-orm";
import { refuse } from "@/lib/server/api/errors";
import type { Transaction } from "@/lib/server/db/client";
import { ireports } from "@/lib/server/db/schema/ireport";
import { ireportCategories } from "@/lib/server/db/schema/ireport-set-up";
import { type Report, reportColumns } from "./rows";
import { type Viewer, visibleReportsFilter } from "./visibility";

/** Returns the reference to a report for audit rows. Omits its title, because admins who may not see the report can read the rows. */
export const ireportRecordRef = (report: Pick<Report, "id" | "number">) => ({
  type: "ireport" as const,
  id: report.id,
  name: report.number,
});

/** Locks a report until the transaction ends, and returns it. @throws 404, also if the admin may not see it */
export async function lockReport(tx: Transaction, admin: Viewer, ireportId: string): Promise<Report> {
  const [report] = await tx
    .select(reportColumns)
    .from(ireports)
    .where(and(eq(ireports.id, ireportId), await visibleReportsFilter(tx, admin)))
    .for("update");
  if (!report) throw refuse.notFound("report");
  return report;
}

/** Changes columns of a locked report and increments its version. @returns the changed report */
export async function changeReport(tx: Transaction, report: Report, values: Partial<Report>): Promise<Report> {
  const [changed] = await tx
    .update(ireports)
    .set({ ...values, version: sql`${ireports.version} + 1` })
    .where(eq(ireports.id, report.id))
    .returning(reportColumns);
  if (!changed) throw new Error(`Report ${report.number} vanished.`);
  return changed;
}

/** Database row of a report category. */
export type Category = typeof ireportCategories.$inferSelect;

/** Returns the report's category, which defines the target hours of newly entered states. */
export async function readReportCategory(
  tx: Transaction,
  { categoryId }: Pick<Report, "categoryId">,
): Promise<Category> {
  const [category] = await tx.select().from(ireportCategories).where(eq(ireportCategories.id, categoryId));
  if (!category) throw new Error(`Category ${categoryId} does not exist.`);
  return category;
}
