import { clsx } from "clsx";
import { formatMoney } from "@/lib/format";

/** An amount in kobo, in full. Below zero it is red. */
export const Money = ({ kobo, className }: { kobo: number; className?: string }) => (
  <span className={clsx("tabular-nums", kobo < 0 && "text-danger", className)}>{formatMoney(kobo)}</span>
);
