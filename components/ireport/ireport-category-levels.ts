import type { IreportCategory } from "@/lib/contract/ireport-set-up";

/** A first-level category with its subcategories. */
type CategoryBranch = { category: IreportCategory; below: readonly IreportCategory[] };

/** Builds the tree of categories. Categories with an unknown parent count as first level, so that none is left out. */
export function categoryTreeOf(categories: readonly IreportCategory[]): CategoryBranch[] {
  const knownIds = new Set(categories.map(({ id }) => id));
  const isFirst = ({ parent_id }: IreportCategory) => parent_id === null || !knownIds.has(parent_id);
  return categories
    .filter(isFirst)
    .map((category) => ({ category, below: categories.filter(({ parent_id }) => parent_id === category.id) }));
}
