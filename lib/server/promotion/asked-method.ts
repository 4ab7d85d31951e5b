import "server-only";
import type { PromotableType } from "@/lib/contract/promotion.values";
import { feeOf } from "@/lib/contract/transaction.values";
import type { Queryable } from "@/lib/server/db/client";
import { methodFor } from "@/lib/server/transaction/method-for";

/**
 * What a payment method asks of a payment, before it is made. Kobo: its fee, and the least that it takes, which is anything for
 * the wallet.
 * @throws 400 for one that is unknown or does not take the amount; 409 for one that is switched off
 */
export async function askedMethod(db: Queryable, asked: { type: PromotableType; method: string; amount: number }) {
  const method = await methodFor(db, asked);
  const rule = { flat: method.feeFlat, basis_points: method.feeBasisPoints, cap: method.feeCap };
  return {
    channel: method.channel,
    fee: feeOf(rule, asked.amount),
    methodMinimum: method.channel === "wallet" ? 0 : method.minAmount,
  };
}
