import { formatMoney, formatMoneyCompact } from "@/lib/format";

type BudgetBarProps = { budget: number; spent: number; reserved: number };

/** Shows the spent and reserved parts of a promotion's budget (kobo), as a bar and in figures. */
export function PromotionBudgetBar({ budget, spent, reserved }: BudgetBarProps) {
  if (budget === 0) return <span className="text-muted">No budget yet</span>;
  const width = (amountShare: number) => ({ width: `${Math.min(100, (amountShare / budget) * 100)}%` });
  const reservedText = reserved > 0 ? `, ${formatMoney(reserved)} of payments in progress` : "";
  return (
    <span
      className="inline-flex w-full min-w-28 max-w-44 flex-col gap-1"
      title={`${formatMoney(spent)} of ${formatMoney(budget)}${reservedText}`}
    >
      <span className="tabular-nums">
        {formatMoneyCompact(spent)} of {formatMoneyCompact(budget)}
      </span>
      <span className="flex h-1.5 overflow-hidden rounded-full bg-sunken" aria-hidden="true">
        <span className="block h-full bg-primary" style={width(spent)} />
        <span className="block h-full bg-warning" style={width(reserved)} />
      </span>
    </span>
  );
}
