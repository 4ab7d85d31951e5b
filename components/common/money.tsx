import { formatMoney, formatMoneyCompact } from "@/lib/format";

/** An amount in kobo. Compact, it tells the full amount when pointed at. */
export function Money({ kobo, compact = false }: { kobo: number | bigint; compact?: boolean }) {
  const full = formatMoney(kobo);
  return (
    <span className="whitespace-nowrap tabular-nums" title={compact ? full : undefined}>
      {compact ? formatMoneyCompact(kobo) : full}
    </span>
  );
}
