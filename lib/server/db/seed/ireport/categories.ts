import "server-only";
import type { Transaction } from "@/lib/server/db/client";
import { ireportCategories, ireportDepartments } from "@/lib/server/db/schema/ireport-set-up";
import { demoAdminId } from "@/lib/server/db/seed/admins";
import { DAY_MS, type SeedClock } from "@/lib/server/db/seed/clock";
import { assertDefined, seedId } from "@/lib/server/db/seed/random";
import {
  STARTER_CATEGORY_TREE,
  STARTER_DEPARTMENTS,
  type StarterCategory,
  type StarterCategoryName,
  type StarterDepartment,
  type StarterTopCategory,
  targetHoursOf,
} from "@/lib/server/setup/starter/report-categories";

/** Leads of the departments, who are mailed about late reports. The health department has no lead yet. */
const LEAD_ADMINS = {
  "Works and infrastructure": "civic",
  "Water board": "civic",
  "Waste management": "support",
  "Emergency management": "owner",
  Health: null,
  Education: "civic",
  "Markets and trade": "support",
  "Public service office": "owner",
} as const satisfies Record<StarterDepartment, Parameters<typeof demoAdminId>[0] | null>;

const CATEGORY_BRANCHES: readonly { branch: StarterCategory; parent: StarterCategory | null; position: number }[] =
  STARTER_CATEGORY_TREE.flatMap(({ below: children, ...branch }: StarterTopCategory, position) => [
    { branch, parent: null, position },
    ...children.map((child, nth) => ({ branch: child, parent: branch, position: nth })),
  ]);
const branchIndex = (branch: StarterCategory | null) => CATEGORY_BRANCHES.findIndex((each) => each.branch === branch);
const categoryId = (index: number) => seedId("ireport category", index);
const departmentId = (name: StarterDepartment | undefined) =>
  name ? seedId("ireport department", STARTER_DEPARTMENTS.indexOf(name)) : null;

/** Returns those fields of the category with this name that demo reports need. */
export function demoCategoryByName(name: StarterCategoryName) {
  const index = CATEGORY_BRANCHES.findIndex(({ branch }) => branch.name === name);
  const { branch, parent } = assertDefined(CATEGORY_BRANCHES[index]);
  const department = branch.department ?? parent?.department;
  return {
    id: categoryId(index),
    name,
    targets: targetHoursOf(branch),
    hidden: Boolean(branch.private ?? parent?.private),
    lead: department ? LEAD_ADMINS[department] : null,
  };
}
/** A demo report category, with the fields that reports need. */
export type DemoCategory = ReturnType<typeof demoCategoryByName>;

/** Inserts the departments and categories of demo reports. */
export async function loadCategories(tx: Transaction, clock: SeedClock): Promise<void> {
  const createdAt = clock.ago(300 * DAY_MS);
  await tx.insert(ireportDepartments).values(
    STARTER_DEPARTMENTS.map((name) => {
      const lead = LEAD_ADMINS[name];
      return { id: assertDefined(departmentId(name) ?? undefined), name, leadId: lead && demoAdminId(lead), createdAt };
    }),
  );
  const rows = CATEGORY_BRANCHES.map(({ branch, parent, position }, index) => ({
    id: categoryId(index),
    name: branch.name,
    parentId: parent && categoryId(branchIndex(parent)),
    departmentId: departmentId(branch.department),
    ...targetHoursOf(branch),
    icon: branch.icon,
    active: !branch.inactive,
    private: Boolean(branch.private),
    position,
    createdAt,
  }));
  // Inserts parent categories before their subcategories.
  await tx.insert(ireportCategories).values(rows.filter(({ parentId }) => parentId === null));
  await tx.insert(ireportCategories).values(rows.filter(({ parentId }) => parentId !== null));
}
