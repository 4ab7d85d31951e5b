import "server-only";
import type { StarterSetPreview } from "@/lib/contract/setup";
import type { WriteContext } from "@/lib/server/api/context";
import type { Queryable } from "@/lib/server/db/client";
import { ireportDepartments, ireportTemplates } from "@/lib/server/db/schema/ireport-set-up";
import { categoryTree } from "@/lib/server/ireport/category-tree";
import { createCategory } from "@/lib/server/ireport/change-category";
import { createDepartment } from "@/lib/server/ireport/departments";
import { createTemplate } from "@/lib/server/ireport/templates";
import { type Branch, CATEGORY_TREE, STARTER_DEPARTMENTS, type Tree, targetsOf } from "./starter/report-categories";
import { STARTER_TEMPLATES } from "./starter/report-templates";

type Item = StarterSetPreview["items"][number];

/** Categories in order, parents first; without those that are inactive in the demo. */
const CATEGORIES: readonly { branch: Branch; parent: Branch | null }[] = CATEGORY_TREE.flatMap(
  ({ below, ...branch }: Tree) => [
    { branch, parent: null },
    ...below.filter(({ inactive }) => !inactive).map((child) => ({ branch: child, parent: branch })),
  ],
);

const pathOf = (name: string, parent: string | null | undefined) =>
  (parent ? `${parent} › ${name}` : name).toLowerCase();

/** Returns the ids of existing categories by lower-case path. */
async function categoryIds(db: Queryable): Promise<Map<string, string>> {
  const tree = await categoryTree(db);
  return new Map(
    [...tree.values()].map(({ id, name, parentId }) => [pathOf(name, parentId && tree.get(parentId)?.name), id]),
  );
}

const departmentIds = async (db: Queryable) =>
  new Map((await db.select().from(ireportDepartments)).map(({ id, name }) => [name.toLowerCase(), id]));

export async function previewCategories(db: Queryable): Promise<Item[]> {
  const [departments, categories] = [await departmentIds(db), await categoryIds(db)];
  return [
    ...STARTER_DEPARTMENTS.map(
      (name): Item => ({
        name: `Department: ${name}`,
        note: "Without a lead. Choose one afterwards, who is mailed about late reports.",
        state: departments.has(name.toLowerCase()) ? "there" : "new",
      }),
    ),
    ...CATEGORIES.map(
      ({ branch, parent }): Item => ({
        name: parent ? `${parent.name} › ${branch.name}` : branch.name,
        note: `${branch.department ?? parent?.department ?? "No department"}, resolved within ${branch.hours} hours${branch.private ? "; private" : ""}.`,
        state: categories.has(pathOf(branch.name, parent?.name)) ? "there" : "new",
      }),
    ),
  ];
}

export async function createStarterCategories(context: WriteContext) {
  const departments = await departmentIds(context.tx);
  for (const name of STARTER_DEPARTMENTS)
    if (!departments.has(name.toLowerCase()))
      departments.set(name.toLowerCase(), (await createDepartment(context, { name, lead_id: null })).id);
  const categories = await categoryIds(context.tx);
  for (const { branch, parent } of CATEGORIES) {
    const path = pathOf(branch.name, parent?.name);
    if (categories.has(path)) continue;
    const targets = targetsOf(branch);
    const made = await createCategory(context, {
      name: branch.name,
      parent_id: parent && (categories.get(pathOf(parent.name, null)) ?? null),
      department_id: departments.get(branch.department?.toLowerCase() ?? "") ?? null,
      target_hours: targets.targetHours,
      submitted_hours: targets.submittedHours,
      acknowledged_hours: targets.acknowledgedHours,
      in_progress_hours: targets.inProgressHours,
      icon: branch.icon,
      active: true,
      private: Boolean(branch.private),
    });
    categories.set(path, made.id);
  }
}

const templateNames = async (db: Queryable) =>
  new Set(
    (await db.select({ name: ireportTemplates.name }).from(ireportTemplates)).map(({ name }) => name.toLowerCase()),
  );

export async function previewTemplates(db: Queryable): Promise<Item[]> {
  const there = await templateNames(db);
  return STARTER_TEMPLATES.map(({ name, text }) => ({
    name,
    note: text,
    state: there.has(name.toLowerCase()) ? "there" : "new",
  }));
}

/** Creates missing templates. One whose category does not exist applies to all categories. */
export async function createStarterTemplates(context: WriteContext) {
  const [there, tree] = [await templateNames(context.tx), await categoryTree(context.tx)];
  const byName = new Map([...tree.values()].map(({ id, name }) => [name, id]));
  for (const { name, text, category, state } of STARTER_TEMPLATES)
    if (!there.has(name.toLowerCase()))
      await createTemplate(context, {
        name,
        text,
        category_id: byName.get(category ?? "") ?? null,
        state: state ?? null,
      });
}
