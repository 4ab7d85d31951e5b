import "server-only";
import type { Placed } from "./category-tree";

const HIDDEN = "Private category";

/** Returns the record of a category in the audit trail. Omits a private name, because more admins read the trail. */
export const categoryRecord = ({ id, name, hidden }: Pick<Placed, "id" | "name" | "hidden">) => ({
  type: "ireport_category" as const,
  id,
  name: hidden ? HIDDEN : name,
});

type Around = { parent: Pick<Placed, "name"> | undefined; department: string | null };

/** Returns the set-up form's values as the audit trail records them. */
export const categoryTrail = (category: Placed, { parent, department }: Around) => ({
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
