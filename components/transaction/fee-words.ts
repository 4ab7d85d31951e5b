import type { FeeRule } from "@/lib/contract/transaction.values";
import { formatMoney } from "@/lib/format";

/** Formats a fee rule: `₦100.00 + 1.5%, at most ₦2,000.00`. */
export function feeWords({ flat, basis_points, cap }: FeeRule): string {
  const parts = [flat > 0 && formatMoney(flat), basis_points > 0 && `${basis_points / 100}%`].filter(Boolean);
  if (parts.length === 0) return "None";
  return parts.join(" + ") + (cap === null ? "" : `, at most ${formatMoney(cap)}`);
}
