import "server-only";
import { eq } from "drizzle-orm";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import type { Transaction } from "@/lib/server/db/client";
import { ireportCategories } from "@/lib/server/db/schema/ireport-set-up";
import { type Category, changeReport, ireportRecord } from "./record";
import { conflict } from "./refuse-conflict";
import { retargeted } from "./report-clocks";
import { ireportSingle } from "./single";
import { takeReport } from "./take-report";
import { hiddenCategories, seesHidden } from "./visibility";

type Wanted = { ireportId: string; version: number; category_id: string };

/**
 * A category that takes reports, held so that nobody deletes it until the commit. One below an inactive one takes none.
 * @returns null when it is unknown or takes no reports
 */
export async function takingCategory(tx: Transaction, categoryId: string): Promise<Category | null> {
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

const UNKNOWN = "This category does not exist or takes no reports any more. Choose another.";

/** How the audit trail names a category of a report: one that is hidden it does not name. */
export const categoryInTrail = (categoryId: string, hidden: readonly string[]) =>
  hidden.includes(categoryId) ? "private" : categoryId;

/**
 * Moves a report, also a closed one, to another category; its clocks have the new targets from their old beginnings.
 * Like a priority it takes nothing on. Only admins with `approve` see private categories, and only they make a private
 * report known to others.
 * @throws 404; 400 for a category that is unknown, hidden from them or inactive; 403; 409 with the fresh record when it
 * is somebody else's, changed, or in this category already
 */
export async function recategorise(context: WriteContext, input: Wanted) {
  const { admin, audit } = context;
  const { tx, report } = await takeReport(context, input, "any");
  const hidden = await hiddenCategories(tx);
  const to = await takingCategory(tx, input.category_id);
  const isUnseen = hidden.includes(input.category_id) && !seesHidden(admin) && input.category_id !== report.categoryId;
  if (!to || isUnseen) throw refuse.badInput(UNKNOWN, { category_id: UNKNOWN });
  if (to.id === report.categoryId) await conflict(tx, admin, report, "This report is in this category already.");
  if (hidden.includes(report.categoryId) && !seesHidden(admin))
    throw refuse.forbidden("This report is private. Ask an admin who may approve to move it.");
  const { targetHours, dueAt, stateDueAt } = retargeted(report, to);
  await changeReport(tx, report, { categoryId: to.id, targetHours, dueAt, stateDueAt });
  audit({
    record: ireportRecord(report),
    before: { category: categoryInTrail(report.categoryId, hidden) },
    after: { category: categoryInTrail(to.id, hidden) },
  });
  return ireportSingle(tx, admin, report.id);
}
