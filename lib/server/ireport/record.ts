import "server-only";
import { and, eq, sql } from "drizzle-orm";
import { refuse } from "@/lib/server/api/errors";
import type { Transaction } from "@/lib/server/db/client";
import { ireports } from "@/lib/server/db/schema/ireport";
import { ireportCategories } from "@/lib/server/db/schema/ireport-set-up";
import { type IreportRecord, ireportColumns } from "./rows";
import { type IreportViewer, visibleReportsFilter } from "./visibility";

/** Returns the reference to a report for audit rows. Omits its title, because admins who may not see the report can read the rows. */
export const ireportRecordRef = (report: Pick<IreportRecord, "id" | "number">) => ({
  type: "ireport" as const,
  id: report.id,
  name: report.number,
});

/** Locks a report until the transaction ends, and returns it. @throws 404, also if the admin may not see it */
export async function lockIreport(tx: Transaction, admin: IreportViewer, ireportId: string): Promise<IreportRecord> {
  const [report] = await tx
    .select(ireportColumns)
    .from(ireports)
    .where(and(eq(ireports.id, ireportId), await visibleReportsFilter(tx, admin)))
    .for("update");
  if (!report) throw refuse.notFound("report");
  return report;
}

/** Changes columns of a locked report and increments its version. @returns the changed report */
export async function updateIreport(
  tx: Transaction,
  report: IreportRecord,
  values: Partial<IreportRecord>,
): Promise<IreportRecord> {
  const [changed] = await tx
    .update(ireports)
    .set({ ...values, version: sql`${ireports.version} + 1` })
    .where(eq(ireports.id, report.id))
    .returning(ireportColumns);
  if (!changed) throw new Error(`Report ${report.number} vanished.`);
  return changed;
}

/** Database row of a report category. */
export type IreportCategoryRow = typeof ireportCategories.$inferSelect;

/** Returns the report's category, which defines the target hours of newly entered states. */
export async function readReportCategory(
  tx: Transaction,
  { categoryId }: Pick<IreportRecord, "categoryId">,
): Promise<IreportCategoryRow> {
  const [category] = await tx.select().from(ireportCategories).where(eq(ireportCategories.id, categoryId));
  if (!category) throw new Error(`Category ${categoryId} does not exist.`);
  return category;
}
