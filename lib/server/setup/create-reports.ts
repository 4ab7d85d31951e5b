import "server-only";
import type { StarterSetPreview } from "@/lib/contract/setup";
import type { WriteContext } from "@/lib/server/api/context";
import type { Queryable } from "@/lib/server/db/client";
import { ireportDepartments, ireportTemplates } from "@/lib/server/db/schema/ireport-set-up";
import { readCategoryTree } from "@/lib/server/ireport/category-tree";
import { createIreportCategory } from "@/lib/server/ireport/change-category";
import { createDepartment } from "@/lib/server/ireport/departments";
import { createReplyTemplate } from "@/lib/server/ireport/templates";
import {
  STARTER_CATEGORY_TREE,
  STARTER_DEPARTMENTS,
  type StarterCategory,
  type StarterTopCategory,
  targetHoursOf,
} from "./starter/report-categories";
import { STARTER_REPORT_TEMPLATES } from "./starter/report-templates";

type PreviewItem = StarterSetPreview["items"][number];

/** Categories in order, parents first. Omits categories that are inactive in the demo. */
const CATEGORY_BRANCHES: readonly { branch: StarterCategory; parent: StarterCategory | null }[] =
  STARTER_CATEGORY_TREE.flatMap(({ below, ...branch }: StarterTopCategory) => [
    { branch, parent: null },
    ...below.filter(({ inactive }) => !inactive).map((child) => ({ branch: child, parent: branch })),
  ]);

const categoryPath = (name: string, parent: string | null | undefined) =>
  (parent ? `${parent} › ${name}` : name).toLowerCase();

/** Returns the ids of existing categories by lower-case path. */
async function readCategoryIds(db: Queryable): Promise<Map<string, string>> {
  const tree = await readCategoryTree(db);
  return new Map(
    [...tree.values()].map(({ id, name, parentId }) => [categoryPath(name, parentId && tree.get(parentId)?.name), id]),
  );
}

const readDepartmentIds = async (db: Queryable) =>
  new Map((await db.select().from(ireportDepartments)).map(({ id, name }) => [name.toLowerCase(), id]));

/** Lists the departments and report categories of the starter set and whether each exists already. */
export async function previewStarterReportCategories(db: Queryable): Promise<PreviewItem[]> {
  const [departments, categories] = [await readDepartmentIds(db), await readCategoryIds(db)];
  return [
    ...STARTER_DEPARTMENTS.map(
      (name): PreviewItem => ({
        name: `Department: ${name}`,
        note: "Without a lead. Choose one afterwards, who is mailed about late reports.",
        state: departments.has(name.toLowerCase()) ? "there" : "new",
      }),
    ),
    ...CATEGORY_BRANCHES.map(
      ({ branch, parent }): PreviewItem => ({
        name: parent ? `${parent.name} › ${branch.name}` : branch.name,
        note: `${branch.department ?? parent?.department ?? "No department"}, resolved within ${branch.hours} hours${branch.private ? "; private" : ""}.`,
        state: categories.has(categoryPath(branch.name, parent?.name)) ? "there" : "new",
      }),
    ),
  ];
}

/** Creates the departments and report categories of the starter set that are missing. */
export async function createStarterReportCategories(context: WriteContext) {
  const departments = await readDepartmentIds(context.tx);
  for (const name of STARTER_DEPARTMENTS)
    if (!departments.has(name.toLowerCase()))
      departments.set(name.toLowerCase(), (await createDepartment(context, { name, lead_id: null })).id);
  const categories = await readCategoryIds(context.tx);
  for (const { branch, parent } of CATEGORY_BRANCHES) {
    const path = categoryPath(branch.name, parent?.name);
    if (categories.has(path)) continue;
    const targets = targetHoursOf(branch);
    const created = await createIreportCategory(context, {
      name: branch.name,
      parent_id: parent && (categories.get(categoryPath(parent.name, null)) ?? null),
      department_id: departments.get(branch.department?.toLowerCase() ?? "") ?? null,
      target_hours: targets.targetHours,
      submitted_hours: targets.submittedHours,
      acknowledged_hours: targets.acknowledgedHours,
      in_progress_hours: targets.inProgressHours,
      icon: branch.icon,
      active: true,
      private: Boolean(branch.private),
    });
    categories.set(path, created.id);
  }
}

const readTemplateNames = async (db: Queryable) =>
  new Set(
    (await db.select({ name: ireportTemplates.name }).from(ireportTemplates)).map(({ name }) => name.toLowerCase()),
  );

/** Lists the report templates of the starter set and whether each exists already. */
export async function previewStarterReportTemplates(db: Queryable): Promise<PreviewItem[]> {
  const existing = await readTemplateNames(db);
  return STARTER_REPORT_TEMPLATES.map(({ name, text }) => ({
    name,
    note: text,
    state: existing.has(name.toLowerCase()) ? "there" : "new",
  }));
}

/** Creates missing templates. A template whose category does not exist applies to all categories. */
export async function createStarterReportTemplates(context: WriteContext) {
  const [existing, tree] = [await readTemplateNames(context.tx), await readCategoryTree(context.tx)];
  const byName = new Map([...tree.values()].map(({ id, name }) => [name, id]));
  for (const { name, text, category, state } of STARTER_REPORT_TEMPLATES)
    if (!existing.has(name.toLowerCase()))
      await createReplyTemplate(context, {
        name,
        text,
        category_id: byName.get(category ?? "") ?? null,
        state: state ?? null,
      });
}
