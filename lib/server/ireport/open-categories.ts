import "server-only";
import { and, asc, eq, isNull, or } from "drizzle-orm";
import type { Queryable } from "@/lib/server/db/client";
import { ireportCategories } from "@/lib/server/db/schema/ireport-set-up";
import { parentCategories } from "./rows";

/** Lists the categories that accept reports, for citizens. Each first-level category is followed by its subcategories. */
export async function listCategoriesAcceptingReports(db: Queryable) {
  const rows = await db
    .select({ category: ireportCategories, parent: parentCategories })
    .from(ireportCategories)
    .leftJoin(parentCategories, eq(parentCategories.id, ireportCategories.parentId))
    .where(
      and(
        eq(ireportCategories.active, true),
        or(eq(parentCategories.active, true), isNull(ireportCategories.parentId)),
      ),
    )
    .orderBy(asc(ireportCategories.position), asc(ireportCategories.name));
  const categories = rows.map(({ category, parent }) => ({
    id: category.id,
    name: category.name,
    parent_id: category.parentId,
    icon: category.icon,
    target_hours: category.targetHours,
    private: category.private || parent?.private === true,
  }));
  const childrenOf = (parent: string | null) => categories.filter(({ parent_id }) => parent_id === parent);
  return childrenOf(null).flatMap((topCategory) => [topCategory, ...childrenOf(topCategory.id)]);
}

/** Lists the categories that accept reports and are not private. */
export async function listPublicReportCategories(db: Queryable) {
  const categories = await listCategoriesAcceptingReports(db);
  return categories.filter((category) => !category.private).map(({ private: _private, ...category }) => category);
}
