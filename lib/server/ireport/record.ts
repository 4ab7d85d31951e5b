import "server-only";
import { and, eq, sql } from "drizzle-orm";
import { refuse } from "@/lib/server/api/errors";
import type { Transaction } from "@/lib/server/db/client";
import { ireports } from "@/lib/server/db/schema/ireport";
import { ireportCategories } from "@/lib/server/db/schema/ireport-set-up";
import { type Report, reportColumns } from "./rows";
import { type Viewer, visibleTo } from "./visibility";

/** How the audit trail names a report: by its number alone, since the trail is read by others than the desk. */
export const ireportRecord = (report: Pick<Report, "id" | "number">) => ({
  type: "ireport" as const,
  id: report.id,
  name: report.number,
});

/** The report, locked until the transaction ends. @throws 404, also when it does not exist for this admin */
export async function lockReport(tx: Transaction, admin: Viewer, ireportId: string): Promise<Report> {
  const [report] = await tx
    .select(reportColumns)
    .from(ireports)
    .where(and(eq(ireports.id, ireportId), await visibleTo(tx, admin)))
    .for("update");
  if (!report) throw refuse.notFound("report");
  return report;
}

/** Changes columns of a locked report, and its version with them. @returns it as it is now */
export async function changeReport(tx: Transaction, report: Report, values: Partial<Report>): Promise<Report> {
  const [changed] = await tx
    .update(ireports)
    .set({ ...values, version: sql`${ireports.version} + 1` })
    .where(eq(ireports.id, report.id))
    .returning(reportColumns);
  if (!changed) throw new Error(`Report ${report.number} vanished.`);
  return changed;
}

export type Category = typeof ireportCategories.$inferSelect;

/** The category that a report is in: its targets hold for states that begin. */
export async function categoryOf(tx: Transaction, { categoryId }: Pick<Report, "categoryId">): Promise<Category> {
  const [category] = await tx.select().from(ireportCategories).where(eq(ireportCategories.id, categoryId));
  if (!category) throw new Error(`Category ${categoryId} does not exist.`);
  return category;
}
