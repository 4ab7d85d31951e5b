import "server-only";
import { asc, eq } from "drizzle-orm";
import type { SignedInAdmin } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import type { Queryable, Transaction } from "@/lib/server/db/client";
import { ireportCategories } from "@/lib/server/db/schema/ireport-set-up";
import type { IreportCategoryRow } from "./record";
import { maySeePrivate } from "./visibility";

/** A report category. `hidden`: the category or its parent is private. */
export type CategoryNode = IreportCategoryRow & { hidden: boolean };

/** Returns all categories by id. Loads all, because a category's level, visibility and use depend on other categories. */
export async function readCategoryTree(db: Queryable): Promise<Map<string, CategoryNode>> {
  const rows = await db.select().from(ireportCategories).orderBy(asc(ireportCategories.id));
  const byId = new Map(rows.map((row) => [row.id, row]));
  const isPrivateOrBelow = (row: IreportCategoryRow) =>
    row.private || (row.parentId !== null && byId.get(row.parentId)?.private === true);
  return new Map(rows.map((row) => [row.id, { ...row, hidden: isPrivateOrBelow(row) }]));
}

/** Locks all categories until the transaction ends, and returns them. Does not block new reports. */
export async function lockCategoryTree(tx: Transaction): Promise<Map<string, CategoryNode>> {
  await tx
    .select({ id: ireportCategories.id })
    .from(ireportCategories)
    .orderBy(asc(ireportCategories.id))
    .for("no key update");
  // Queries again after the lock, to include categories added while this transaction waited.
  return readCategoryTree(tx);
}

/** Returns the category if it exists and the admin may see it; undefined otherwise. */
export function visibleCategory(
  tree: ReadonlyMap<string, CategoryNode>,
  admin: SignedInAdmin,
  id: string,
): CategoryNode | undefined {
  const category = tree.get(id);
  return category && (!category.hidden || maySeePrivate(admin)) ? category : undefined;
}

/** Returns the category chosen in a form. @throws 400 with that field if the category is unknown or hidden from the admin */
export function requireCategory(
  tree: ReadonlyMap<string, CategoryNode>,
  admin: SignedInAdmin,
  field: string,
  id: string,
): CategoryNode {
  const category = visibleCategory(tree, admin, id);
  if (category) return category;
  const message = "This category does not exist any more. Choose another.";
  throw refuse.badInput(message, { [field]: message });
}

/** Locks a category, so that no report can be filed in it until the transaction ends. */
export const lockCategory = (tx: Transaction, id: string) =>
  tx.select({ id: ireportCategories.id }).from(ireportCategories).where(eq(ireportCategories.id, id)).for("update");
