import "server-only";
import { eq, sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import type { z } from "zod";
import type { ireportCategoryCreation, ireportCategoryUpdate } from "@/lib/contract/ireport-set-up";
import type { SignedInAdmin, WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import type { Transaction } from "@/lib/server/db/client";
import { ireportCategories, ireportDepartments } from "@/lib/server/db/schema/ireport-set-up";
import {
  nameTakenConflict,
  refuseNameTaken,
  rejectStaleVersion,
  updateVersionedRecord,
} from "@/lib/server/records/version";
import { categoryAuditFields, categoryRecordRef } from "./category-audit-fields";
import { type CategoryNode, lockCategoryTree, requireCategory, visibleCategory } from "./category-tree";
import { readIreportCategory } from "./list-categories";
import { maySeePrivate } from "./visibility";

type CategoryInput = z.output<typeof ireportCategoryCreation>;

/**
 * Creates a category. @throws 400 for an invalid parent or department; 403 for a private one without `approve`; 409 if the name is taken
 */
export async function createIreportCategory({ tx, admin, audit }: WriteContext, input: CategoryInput) {
  const tree = await lockCategoryTree(tx);
  const parent = getParent(tree, admin, input.parent_id);
  refusePrivate(admin, input.private);
  const department = await departmentName(tx, input.department_id);
  const [created] = await tx
    .insert(ireportCategories)
    .values({ id: uuid(), ...categoryColumns(input), position: lastPosition(tree, input.parent_id) + 1 })
    .onConflictDoNothing()
    .returning();
  if (!created) throw nameTakenConflict("category", input.name.trim());
  const createdInTree = { ...created, hidden: created.private || parent?.private === true };
  audit({
    record: categoryRecordRef(createdInTree),
    after: categoryAuditFields(createdInTree, { parent, department }),
  });
  return readIreportCategory(tx, admin, created.id);
}

/**
 * Changes or moves a category. Its reports keep their history, but their visibility changes with the category. Deadlines of existing reports change
 * at their next change of state.
 * @throws 404; 400 and 403 as for `createIreportCategory`; 409 with the current category if it has changed; 409 if the name is taken
 */
export async function updateIreportCategory(
  { tx, admin, audit }: WriteContext,
  input: z.output<typeof ireportCategoryUpdate>,
) {
  const tree = await lockCategoryTree(tx);
  const category = visibleCategory(tree, admin, input.categoryId);
  if (!category) throw refuse.notFound("category");
  await rejectStaleVersion("category", category, input.version, () => readIreportCategory(tx, admin, category.id));
  if (input.private !== category.private) refusePrivate(admin, true);
  const parent = getParent(tree, admin, input.parent_id);
  if (parent) refuseThirdLevel(tree, category, parent);
  const department = await departmentName(tx, input.department_id);
  await refuseNameTaken(tx, ireportCategories, "category", {
    id: category.id,
    name: input.name.trim(),
    among: sql`${ireportCategories.parentId} is not distinct from ${input.parent_id}::uuid`,
  });
  const hasMoved = category.parentId !== input.parent_id;
  const updated = await updateVersionedRecord(tx, ireportCategories, category.id, {
    ...categoryColumns(input),
    position: hasMoved ? lastPosition(tree, input.parent_id) + 1 : category.position,
  });
  const updatedInTree = { ...updated, hidden: updated.private || parent?.private === true };
  const isPrivate = category.hidden || updatedInTree.hidden;
  const auditBefore = {
    parent: category.parentId ? tree.get(category.parentId) : undefined,
    department: await departmentName(tx, category.departmentId),
  };
  audit({
    record: categoryRecordRef({ ...updatedInTree, hidden: isPrivate }),
    before: categoryAuditFields({ ...category, hidden: isPrivate }, auditBefore),
    after: categoryAuditFields({ ...updatedInTree, hidden: isPrivate }, { parent, department }),
  });
  return readIreportCategory(tx, admin, category.id);
}

const categoryColumns = (input: CategoryInput) => ({
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

function refusePrivate(admin: SignedInAdmin, wantsPrivate: boolean): void {
  if (!wantsPrivate || maySeePrivate(admin)) return;
  throw refuse.forbidden(
    "Only admins with “approve” in iReports see the reports of a private category, so only they can make one private. Ask one of them.",
  );
}

/** Returns the first-level category chosen in a form. */
function getParent(
  tree: ReadonlyMap<string, CategoryNode>,
  admin: SignedInAdmin,
  id: string | null,
): CategoryNode | undefined {
  if (id === null) return undefined;
  const parent = requireCategory(tree, admin, "parent_id", id);
  if (parent.parentId === null) return parent;
  const message = `${parent.name} is below another category itself. Choose one of the first level.`;
  throw refuse.badInput(message, { parent_id: message });
}

function refuseThirdLevel(tree: ReadonlyMap<string, CategoryNode>, category: CategoryNode, parent: CategoryNode): void {
  if (parent.id !== category.id && ![...tree.values()].some(({ parentId }) => parentId === category.id)) return;
  const message =
    parent.id === category.id
      ? "A category can't be below itself. Choose another."
      : "There are categories below this one, so it stays on the first level. Move those first.";
  throw refuse.badInput(message, { parent_id: message });
}

/** Returns the name of a department; null without an id. @throws 400 if it does not exist */
async function departmentName(tx: Transaction, id: string | null): Promise<string | null> {
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

const lastPosition = (tree: ReadonlyMap<string, CategoryNode>, parentId: string | null) =>
  Math.max(-1, ...[...tree.values()].filter((each) => each.parentId === parentId).map(({ position }) => position));
