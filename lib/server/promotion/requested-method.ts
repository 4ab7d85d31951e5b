import "server-only";
import type { PromotableType } from "@/lib/contract/promotion.values";
import { calculateFee } from "@/lib/contract/transaction.values";
import type { Queryable } from "@/lib/server/db/client";
import { requirePaymentMethod } from "@/lib/server/transaction/require-method";

/**
 * Returns the channel of a payment method, and its fee and minimum payment in kobo. The wallet has no minimum.
 * @throws 400 for an unknown method, or an amount that it does not accept; 409 for a disabled method
 */
export async function readRequestedMethod(
  db: Queryable,
  asked: { type: PromotableType; method: string; amount: number },
) {
  const method = await requirePaymentMethod(db, asked);
  const rule = { flat: method.feeFlat, basis_points: method.feeBasisPoints, cap: method.feeCap };
  return {
    channel: method.channel,
    fee: calculateFee(rule, asked.amount),
    methodMinimum: method.channel === "wallet" ? 0 : method.minAmount,
  };
}
