import { clsx } from "clsx";
import { formatMoney, formatMoneyCompact } from "@/lib/format";

/** Renders an amount in kobo in full; negative amounts are red. */
export const Money = ({ kobo, className }: { kobo: number; className?: string }) => (
  <span className={clsx("tabular-nums", kobo < 0 && "text-danger", className)}>{formatMoney(kobo)}</span>
);

/** Renders an amount in kobo in short form, such as ₦1.2M, with the full amount as tooltip. */
export const CompactMoney = ({ kobo }: { kobo: number }) => (
  <span title={formatMoney(kobo)}>{formatMoneyCompact(kobo)}</span>
);
