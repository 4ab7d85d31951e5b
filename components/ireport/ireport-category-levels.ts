import type { IreportCategory } from "@/lib/contract/ireport-set-up";

/** A category of the first level with those below it, all in their order. */
type CategoryBranch = { category: IreportCategory; below: readonly IreportCategory[] };

/** Those whose parent is none of these come last, on the first level: nothing that the API answers is left out. */
export function branchesOf(categories: readonly IreportCategory[]): CategoryBranch[] {
  const known = new Set(categories.map(({ id }) => id));
  const isFirst = ({ parent_id }: IreportCategory) => parent_id === null || !known.has(parent_id);
  return categories
    .filter(isFirst)
    .map((category) => ({ category, below: categories.filter(({ parent_id }) => parent_id === category.id) }));
}
