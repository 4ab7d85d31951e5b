import { Money } from "@/components/common/money";
import { RECONCILIATION_SIDES, type ReconciliationSide } from "@/lib/contract/reconciliation.values";
import type { ReconciliationItemRow } from "@/lib/contract/reconciliation-items";
import { RECONCILIATION_SIDE_WORDS } from "@/lib/contract/reconciliation-items.values";

type SummedItem = Pick<ReconciliationItemRow, "side" | "amount">;

/** Sums the items of each side (bank, provider, ledger) in kobo. Omits sides without items. */
export const itemSumsBySide = (items: readonly SummedItem[]): readonly (readonly [ReconciliationSide, number])[] =>
  RECONCILIATION_SIDES.flatMap((side) => {
    const amounts = items.filter((item) => item.side === side).map(({ amount }) => amount);
    return amounts.length ? [[side, amounts.reduce((sum, amount) => sum + amount, 0)] as const] : [];
  });

/** Returns true if the API accepts a match of these items: the sums of all sides are equal; a single side must sum to zero. */
export function canItemsBeMatched(items: readonly SummedItem[]): boolean {
  const sums = itemSumsBySide(items);
  const [first] = sums;
  if (!first || items.length < 2) return false;
  return sums.length === 1 ? first[1] === 0 : sums.every(([, sum]) => sum === first[1]);
}

/** Shows the sum of the selected items on each side (bank, provider, ledger). */
export const ItemSumsBySide = ({ items }: { items: readonly SummedItem[] }) => (
  <span className="inline-flex flex-wrap gap-x-4 gap-y-1 tabular-nums">
    {itemSumsBySide(items).map(([side, sum]) => (
      <span key={side}>
        {RECONCILIATION_SIDE_WORDS[side]} <Money kobo={sum} className="font-semibold" />
      </span>
    ))}
  </span>
);
