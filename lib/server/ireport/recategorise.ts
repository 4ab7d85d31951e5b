import "server-only";
import { eq } from "drizzle-orm";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import type { Transaction } from "@/lib/server/db/client";
import { ireportCategories } from "@/lib/server/db/schema/ireport-set-up";
import { lockReportForOfficer } from "./lock-report-for-officer";
import { type IreportCategoryRow, ireportRecordRef, updateIreport } from "./record";
import { throwReportConflict } from "./refuse-conflict";
import { withCategoryTargets } from "./report-clocks";
import { readIreportDetails } from "./single";
import { maySeePrivate, privateCategoryIds } from "./visibility";

type CategoryChange = { ireportId: string; version: number; category_id: string };

/**
 * Locks a category against deletion and returns the category, if it accepts reports. A category with an inactive parent accepts none.
 * @returns null if the category is unknown or accepts no reports
 */
export async function lockCategoryAcceptingReports(
  tx: Transaction,
  categoryId: string,
): Promise<IreportCategoryRow | null> {
  const [category] = await tx
    .select()
    .from(ireportCategories)
    .where(eq(ireportCategories.id, categoryId))
    .for("key share");
  if (!category?.active) return null;
  if (!category.parentId) return category;
  const [parent] = await tx.select().from(ireportCategories).where(eq(ireportCategories.id, category.parentId));
  return parent?.active ? category : null;
}

const UNKNOWN_MESSAGE = "This category does not exist or no longer accepts reports. Choose another.";

/** Returns a report's category id for the audit trail, or "private" for a hidden category. */
export const categoryForAudit = (categoryId: string, hidden: readonly string[]) =>
  hidden.includes(categoryId) ? "private" : categoryId;

/**
 * Moves a report, open or closed, to another category. Its due times are recomputed with the new targets from their old start times. Does
 * not claim the report. Only admins with `approve` can see private categories, or move a report out of one.
 * @throws 404; 400 for an unknown, hidden or inactive category; 403; 409 with the current report if it is another officer's, changed, or
 * already in this category
 */
export async function changeCategoryOfIreport(context: WriteContext, input: CategoryChange) {
  const { admin, audit } = context;
  const { tx, report } = await lockReportForOfficer(context, input, "any");
  const hidden = await privateCategoryIds(tx);
  const to = await lockCategoryAcceptingReports(tx, input.category_id);
  const isUnseen =
    hidden.includes(input.category_id) && !maySeePrivate(admin) && input.category_id !== report.categoryId;
  if (!to || isUnseen) throw refuse.badInput(UNKNOWN_MESSAGE, { category_id: UNKNOWN_MESSAGE });
  if (to.id === report.categoryId)
    await throwReportConflict(tx, admin, report, "This report is in this category already.");
  if (hidden.includes(report.categoryId) && !maySeePrivate(admin))
    throw refuse.forbidden("This report is private. Ask an admin who may approve to move it.");
  const { targetHours, dueAt, stateDueAt } = withCategoryTargets(report, to);
  await updateIreport(tx, report, { categoryId: to.id, targetHours, dueAt, stateDueAt });
  audit({
    record: ireportRecordRef(report),
    before: { category: categoryForAudit(report.categoryId, hidden) },
    after: { category: categoryForAudit(to.id, hidden) },
  });
  return readIreportDetails(tx, admin, report.id);
}
