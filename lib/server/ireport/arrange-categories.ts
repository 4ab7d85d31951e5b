import "server-only";
import { eq } from "drizzle-orm";
import { COUNT_CAP } from "@/lib/contract/common";
import { formatList, pluralize } from "@/lib/format";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { ireportCategories } from "@/lib/server/db/schema/ireport-set-up";
import { refuseIncompleteOrder, storeRowPositions } from "@/lib/server/lists/reorder";
import { rejectStaleVersion } from "@/lib/server/records/version";
import { categoryAuditFields, categoryRecordRef } from "./category-audit-fields";
import { type CategoryNode, lockCategory, lockCategoryTree, visibleCategory } from "./category-tree";
import { listIreportCategories, readIreportCategory } from "./list-categories";

/**
 * Saves the order of all categories of one level. Categories hidden from the caller keep their positions.
 * @throws 404 for an unknown parent; 409 with all categories if the level's categories have changed
 */
export async function saveIreportCategoryOrder(
  { tx, admin, audit }: WriteContext,
  { parent_id: parentId, ids }: { parent_id: string | null; ids: string[] },
) {
  const tree = await lockCategoryTree(tx);
  const parent = parentId === null ? null : visibleCategory(tree, admin, parentId);
  if (parent === undefined) throw refuse.notFound("category");
  const level = [...tree.values()]
    .filter((each) => each.parentId === parentId)
    .sort((a, b) => a.position - b.position || a.name.localeCompare(b.name));
  const visibleLevel = level.filter(({ id }) => visibleCategory(tree, admin, id));
  await refuseIncompleteOrder(ids, {
    nouns: "categories",
    all: visibleLevel,
    current: () => listIreportCategories(tx, admin),
  });
  const next = [...ids];
  const newOrder = level.map((each) => (visibleLevel.includes(each) ? (next.shift() ?? each.id) : each.id));
  await storeRowPositions(tx, ireportCategories, newOrder);
  const namesInOrder = (order: readonly (CategoryNode | undefined)[]) =>
    order.map((each) => (each?.hidden ? "Private category" : each?.name)).join(", ");
  audit({
    record: parent ? categoryRecordRef(parent) : null,
    before: { order: namesInOrder(visibleLevel) },
    after: { order: namesInOrder(ids.map((id) => tree.get(id))) },
  });
  return listIreportCategories(tx, admin);
}

/** Deletes a category. @throws 404; 409 with the current category if it has changed or is in use; the message lists its uses */
export async function deleteIreportCategory(
  { tx, admin, audit }: WriteContext,
  input: { categoryId: string; version: number },
) {
  const tree = await lockCategoryTree(tx);
  const category = visibleCategory(tree, admin, input.categoryId);
  if (!category) throw refuse.notFound("category");
  const currentCategory = () => readIreportCategory(tx, admin, category.id);
  await rejectStaleVersion("category", category, input.version, currentCategory);
  // This lock waits for reports that are being filed in this category. Reports filed later wait, and are then refused because the category
  // is deleted.
  await lockCategory(tx, category.id);
  const { reports, templates, department } = await currentCategory();
  const below = [...tree.values()].filter(({ parentId }) => parentId === category.id);
  const visibleCount = below.filter(({ id }) => visibleCategory(tree, admin, id)).length;
  const uses = [
    reports > 0 && pluralize(reports, "report", "reports", reports >= COUNT_CAP),
    templates > 0 && pluralize(templates, "template"),
    visibleCount > 0 && pluralize(visibleCount, "category below it", "categories below it"),
  ].filter((phrase) => phrase !== false);
  if (below.length > 0 && uses.length === 0) uses.push("categories below it that you may not see");
  if (uses.length)
    throw refuse.conflict(
      `${category.name} has ${formatList(uses)}, so it can't be deleted. Deactivate it instead: it then gets no new reports, and existing ones keep their history.`,
      await currentCategory(),
    );
  await tx.delete(ireportCategories).where(eq(ireportCategories.id, category.id));
  const parent = category.parentId ? tree.get(category.parentId) : undefined;
  audit({
    record: categoryRecordRef(category),
    before: categoryAuditFields(category, { parent, department: department?.name ?? null }),
  });
  return { id: category.id };
}
