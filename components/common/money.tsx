import { clsx } from "clsx";
import { formatMoney, formatMoneyCompact } from "@/lib/format";

/** An amount in kobo, in full. Below zero it is red. */
export const Money = ({ kobo, className }: { kobo: number; className?: string }) => (
  <span className={clsx("tabular-nums", kobo < 0 && "text-danger", className)}>{formatMoney(kobo)}</span>
);

/** The same in short, such as ₦1.2M; in full when the pointer rests on it. */
export const CompactMoney = ({ kobo }: { kobo: number }) => (
  <span title={formatMoney(kobo)}>{formatMoneyCompact(kobo)}</span>
);
