import "server-only";
import type { CategoryNode } from "./category-tree";

const PRIVATE_CATEGORY_NAME = "Private category";

/**
 * Returns the reference to a category for audit rows. Hides a private category's name, because the audit trail has readers who may not see the
 * category.
 */
export const categoryRecordRef = ({ id, name, hidden }: Pick<CategoryNode, "id" | "name" | "hidden">) => ({
  type: "ireport_category" as const,
  id,
  name: hidden ? PRIVATE_CATEGORY_NAME : name,
});

type CategoryContext = { parent: Pick<CategoryNode, "name"> | undefined; department: string | null };

/** Returns the values of the category form for the audit trail. */
export const categoryAuditFields = (category: CategoryNode, { parent, department }: CategoryContext) => ({
  ...(category.hidden ? {} : { name: category.name, parent: parent?.name ?? null }),
  department,
  target_hours: category.targetHours,
  submitted_hours: category.submittedHours,
  acknowledged_hours: category.acknowledgedHours,
  in_progress_hours: category.inProgressHours,
  icon: category.icon,
  active: category.active,
  private: category.private,
});
