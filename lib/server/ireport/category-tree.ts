import "server-only";
import { asc, eq } from "drizzle-orm";
import type { SignedInAdmin } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import type { Queryable, Transaction } from "@/lib/server/db/client";
import { ireportCategories } from "@/lib/server/db/schema/ireport-set-up";
import type { Category } from "./record";
import { seesHidden } from "./visibility";

/** A category with what follows from its parent. */
export type Placed = Category & { hidden: boolean };

/**
 * All categories, by id. They are few, and what is asked of one (its level, whether it is hidden, whether it is in use)
 * depends on the others.
 */
export async function categoryTree(db: Queryable): Promise<Map<string, Placed>> {
  const rows = await db.select().from(ireportCategories).orderBy(asc(ireportCategories.id));
  const byId = new Map(rows.map((row) => [row.id, row]));
  const isHidden = (row: Category) =>
    row.private || (row.parentId !== null && byId.get(row.parentId)?.private === true);
  return new Map(rows.map((row) => [row.id, { ...row, hidden: isHidden(row) }]));
}

/** The same, so that the tree stays as it is until the transaction ends. Reports go on coming in. */
export async function holdTree(tx: Transaction): Promise<Map<string, Placed>> {
  await tx
    .select({ id: ireportCategories.id })
    .from(ireportCategories)
    .orderBy(asc(ireportCategories.id))
    .for("no key update");
  // A statement of its own, after the wait: what was added in the meantime is in it.
  return categoryTree(tx);
}

/** A category of these that exists for the admin. */
export function visibleIn(tree: ReadonlyMap<string, Placed>, admin: SignedInAdmin, id: string): Placed | undefined {
  const found = tree.get(id);
  return found && (!found.hidden || seesHidden(admin)) ? found : undefined;
}

/** A category that a form names. @throws 400 at that field when it is none, or one that the admin may not see */
export function chosenCategory(
  tree: ReadonlyMap<string, Placed>,
  admin: SignedInAdmin,
  field: string,
  id: string,
): Placed {
  const found = visibleIn(tree, admin, id);
  if (found) return found;
  const message = "This category does not exist any more. Choose another.";
  throw refuse.badInput(message, { [field]: message });
}

export const lockCategory = (tx: Transaction, id: string) =>
  tx.select({ id: ireportCategories.id }).from(ireportCategories).where(eq(ireportCategories.id, id)).for("update");
