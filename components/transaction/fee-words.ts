import type { FeeRule } from "@/lib/contract/transaction.values";
import { formatMoney } from "@/lib/format";

/** Formats a fee rule: `₦100.00 + 1.5%, at most ₦2,000.00`. */
export function describeFee({ flat, basis_points, cap }: FeeRule): string {
  const feeParts = [flat > 0 && formatMoney(flat), basis_points > 0 && `${basis_points / 100}%`].filter(Boolean);
  if (feeParts.length === 0) return "None";
  return feeParts.join(" + ") + (cap === null ? "" : `, at most ${formatMoney(cap)}`);
}
