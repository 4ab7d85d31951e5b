import { formatMoney, formatMoneyCompact } from "@/lib/format";

type ProgrammeBudgetProps = { budget: number; committed: number; paid: number; compact?: boolean };

/** Shows the paid and committed parts of a programme's budget (kobo), as a bar and in figures. */
export function ProgrammeBudget({ budget, committed, paid, compact: isCompact }: ProgrammeBudgetProps) {
  if (budget === 0) return <span className="text-muted">No budget yet</span>;
  const width = (part: number) => ({ width: `${Math.min(100, (part / budget) * 100)}%` });
  const bar = (
    <span className={`flex overflow-hidden rounded-full bg-sunken ${isCompact ? "h-1.5" : "h-2.5"}`} aria-hidden="true">
      <span className="block h-full bg-primary" style={width(paid)} />
      <span className="block h-full bg-warning" style={width(committed)} />
    </span>
  );
  if (isCompact)
    return (
      <span
        className="inline-flex w-full min-w-28 max-w-44 flex-col gap-1"
        title={`${formatMoney(paid)} paid, ${formatMoney(committed)} committed, of ${formatMoney(budget)}`}
      >
        <span className="tabular-nums">
          {formatMoneyCompact(paid + committed)} of {formatMoneyCompact(budget)}
        </span>
        {bar}
      </span>
    );
  const parts = [
    { label: "Paid", amount: paid, dot: "bg-primary" },
    { label: "Committed", amount: committed, dot: "bg-warning" },
    { label: "Left", amount: budget - committed - paid, dot: "bg-sunken border border-control" },
  ];
  return (
    <div className="space-y-3">
      <p className="text-sm">
        <span className="font-bold text-lg tabular-nums">{formatMoney(budget)}</span>{" "}
        <span className="text-muted">budget</span>
      </p>
      {bar}
      <dl className="flex flex-wrap gap-x-6 gap-y-1 text-sm">
        {parts.map(({ label, amount, dot: dotClass }) => (
          <div key={label} className="flex items-center gap-2">
            <span className={`size-2.5 rounded-full ${dotClass}`} aria-hidden="true" />
            <dt className="text-muted">{label}</dt>
            <dd className="font-semibold tabular-nums">{formatMoney(amount)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
