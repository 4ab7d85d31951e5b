import "server-only";
import { eq, sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import type { z } from "zod";
import type { ireportCategoryCreation, ireportCategoryUpdate } from "@/lib/contract/ireport-set-up";
import type { SignedInAdmin, WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import type { Transaction } from "@/lib/server/db/client";
import { ireportCategories, ireportDepartments } from "@/lib/server/db/schema/ireport-set-up";
import { nameTaken, refuseNameTaken, rejectStaleVersion, saveVersion } from "@/lib/server/records/version";
import { categoryRecord, categoryTrail } from "./category-trail";
import { chosenCategory, lockTree, type Placed, visibleIn } from "./category-tree";
import { oneCategory } from "./list-categories";
import { seesHidden } from "./visibility";

type Fields = z.output<typeof ireportCategoryCreation>;

/**
 * Creates a category. @throws 400 for an invalid parent or department; 403 if private without `approve`; 409 for a taken name
 */
export async function createCategory({ tx, admin, audit }: WriteContext, input: Fields) {
  const tree = await lockTree(tx);
  const parent = parentOf(tree, admin, input.parent_id);
  refusePrivate(admin, input.private);
  const department = await departmentNamed(tx, input.department_id);
  const [made] = await tx
    .insert(ireportCategories)
    .values({ id: uuid(), ...columnsOf(input), position: lastOf(tree, input.parent_id) + 1 })
    .onConflictDoNothing()
    .returning();
  if (!made) throw nameTaken("category", input.name.trim());
  const placed = { ...made, hidden: made.private || parent?.private === true };
  audit({ record: categoryRecord(placed), after: categoryTrail(placed, { parent, department }) });
  return oneCategory(tx, admin, made.id);
}

/**
 * Changes or moves a category. Its reports keep their history, and their visibility changes with it. Clocks of existing reports
 * keep their targets until the report's state changes.
 * @throws 404; 400 and 403 as on creation; 409 with the current category if it has changed; 409 if the name is taken
 */
export async function updateCategory(
  { tx, admin, audit }: WriteContext,
  input: z.output<typeof ireportCategoryUpdate>,
) {
  const tree = await lockTree(tx);
  const category = visibleIn(tree, admin, input.categoryId);
  if (!category) throw refuse.notFound("category");
  await rejectStaleVersion("category", category, input.version, () => oneCategory(tx, admin, category.id));
  if (input.private !== category.private) refusePrivate(admin, true);
  const parent = parentOf(tree, admin, input.parent_id);
  if (parent) refuseThirdLevel(tree, category, parent);
  const department = await departmentNamed(tx, input.department_id);
  await refuseNameTaken(tx, ireportCategories, "category", {
    id: category.id,
    name: input.name.trim(),
    among: sql`${ireportCategories.parentId} is not distinct from ${input.parent_id}::uuid`,
  });
  const moved = category.parentId !== input.parent_id;
  const changed = await saveVersion(tx, ireportCategories, category.id, {
    ...columnsOf(input),
    position: moved ? lastOf(tree, input.parent_id) + 1 : category.position,
  });
  const after = { ...changed, hidden: changed.private || parent?.private === true };
  const hidden = category.hidden || after.hidden;
  const was = {
    parent: category.parentId ? tree.get(category.parentId) : undefined,
    department: await departmentNamed(tx, category.departmentId),
  };
  audit({
    record: categoryRecord({ ...after, hidden }),
    before: categoryTrail({ ...category, hidden }, was),
    after: categoryTrail({ ...after, hidden }, { parent, department }),
  });
  return oneCategory(tx, admin, category.id);
}

const columnsOf = (input: Fields) => ({
  name: input.name.trim(),
  parentId: input.parent_id,
  departmentId: input.department_id,
  targetHours: input.target_hours,
  submittedHours: input.submitted_hours,
  acknowledgedHours: input.acknowledged_hours,
  inProgressHours: input.in_progress_hours,
  icon: input.icon,
  active: input.active,
  private: input.private,
});

function refusePrivate(admin: SignedInAdmin, asked: boolean): void {
  if (!asked || seesHidden(admin)) return;
  throw refuse.forbidden(
    "Only admins with “approve” in iReports see the reports of a private category, so only they can make one private. Ask one of them.",
  );
}

/** Returns the first-level category chosen in a form. */
function parentOf(tree: ReadonlyMap<string, Placed>, admin: SignedInAdmin, id: string | null): Placed | undefined {
  if (id === null) return undefined;
  const parent = chosenCategory(tree, admin, "parent_id", id);
  if (parent.parentId === null) return parent;
  const message = `${parent.name} is below another category itself. Choose one of the first level.`;
  throw refuse.badInput(message, { parent_id: message });
}

function refuseThirdLevel(tree: ReadonlyMap<string, Placed>, category: Placed, parent: Placed): void {
  if (parent.id !== category.id && ![...tree.values()].some(({ parentId }) => parentId === category.id)) return;
  const message =
    parent.id === category.id
      ? "A category can't be below itself. Choose another."
      : "There are categories below this one, so it stays on the first level. Move those first.";
  throw refuse.badInput(message, { parent_id: message });
}

/** Returns the name of a department. @throws 400 if it does not exist */
async function departmentNamed(tx: Transaction, id: string | null): Promise<string | null> {
  if (id === null) return null;
  const [department] = await tx
    .select({ name: ireportDepartments.name })
    .from(ireportDepartments)
    .where(eq(ireportDepartments.id, id))
    .for("key share");
  if (department) return department.name;
  const message = "This department does not exist any more. Choose another.";
  throw refuse.badInput(message, { department_id: message });
}

const lastOf = (tree: ReadonlyMap<string, Placed>, parentId: string | null) =>
  Math.max(-1, ...[...tree.values()].filter((each) => each.parentId === parentId).map(({ position }) => position));
