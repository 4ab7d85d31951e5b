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

/** The ids of one level with one of them a place further up (-1) or down (1); null where it can't go further. */
export function movedBy(ids: readonly string[], id: string, by: -1 | 1): string[] | null {
  const from = ids.indexOf(id);
  const other = ids[from + by];
  if (from < 0 || other === undefined) return null;
  return ids.map((each) => (each === id ? other : each === other ? id : each));
}
