import "server-only";
import type { Placed } from "./category-tree";

const HIDDEN = "Private category";

/** How the audit trail names a category: a private one by what it is, since more admins read the trail than may see it. */
export const categoryRecord = ({ id, name, hidden }: Pick<Placed, "id" | "name" | "hidden">) => ({
  type: "ireport_category" as const,
  id,
  name: hidden ? HIDDEN : name,
});

type Around = { parent: Pick<Placed, "name"> | undefined; department: string | null };

/** What a form of set-up says, in words that the trail can keep. */
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
