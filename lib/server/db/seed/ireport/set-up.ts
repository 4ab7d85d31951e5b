import "server-only";
import type { Transaction } from "@/lib/server/db/client";
import { ireportCategories, ireportDepartments } from "@/lib/server/db/schema/ireport-set-up";
import { adminId } from "@/lib/server/db/seed/admins";
import { type Clock, DAY } from "@/lib/server/db/seed/clock";
import { idOf, only } from "@/lib/server/db/seed/random";
import {
  type Branch,
  CATEGORY_TREE,
  type CategoryName,
  type Department,
  STARTER_DEPARTMENTS,
  type Tree,
  targetsOf,
} from "@/lib/server/setup/starter/report-categories";

/** Leads of the departments, who are mailed about late reports; health has none yet. */
const LEADS = {
  "Works and infrastructure": "civic",
  "Water board": "civic",
  "Waste management": "support",
  "Emergency management": "owner",
  Health: null,
  Education: "civic",
  "Markets and trade": "support",
  "Public service office": "owner",
} as const satisfies Record<Department, Parameters<typeof adminId>[0] | null>;

const BRANCHES: readonly { branch: Branch; parent: Branch | null; position: number }[] = CATEGORY_TREE.flatMap(
  ({ below, ...branch }: Tree, position) => [
    { branch, parent: null, position },
    ...below.map((child, nth) => ({ branch: child, parent: branch, position: nth })),
  ],
);
const placeOf = (branch: Branch | null) => BRANCHES.findIndex((each) => each.branch === branch);
const categoryId = (index: number) => idOf("ireport category", index);
const departmentId = (name: Department | undefined) =>
  name ? idOf("ireport department", STARTER_DEPARTMENTS.indexOf(name)) : null;

/** Returns a category with the data that reports need. */
export function categoryNamed(name: CategoryName) {
  const index = BRANCHES.findIndex(({ branch }) => branch.name === name);
  const { branch, parent } = only(BRANCHES[index]);
  const department = branch.department ?? parent?.department;
  return {
    id: categoryId(index),
    name,
    targets: targetsOf(branch),
    hidden: Boolean(branch.private ?? parent?.private),
    lead: department ? LEADS[department] : null,
  };
}
export type Category = ReturnType<typeof categoryNamed>;

/** Inserts departments and the category tree. */
export async function loadCategories(tx: Transaction, clock: Clock): Promise<void> {
  const createdAt = clock.ago(300 * DAY);
  await tx.insert(ireportDepartments).values(
    STARTER_DEPARTMENTS.map((name) => {
      const lead = LEADS[name];
      return { id: only(departmentId(name) ?? undefined), name, leadId: lead && adminId(lead), createdAt };
    }),
  );
  const rows = BRANCHES.map(({ branch, parent, position }, index) => ({
    id: categoryId(index),
    name: branch.name,
    parentId: parent && categoryId(placeOf(parent)),
    departmentId: departmentId(branch.department),
    ...targetsOf(branch),
    icon: branch.icon,
    active: !branch.inactive,
    private: Boolean(branch.private),
    position,
    createdAt,
  }));
  // A parent must exist before its subcategories.
  await tx.insert(ireportCategories).values(rows.filter(({ parentId }) => parentId === null));
  await tx.insert(ireportCategories).values(rows.filter(({ parentId }) => parentId !== null));
}
