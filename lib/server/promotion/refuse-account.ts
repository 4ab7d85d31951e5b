import "server-only";
import type { PromotableType } from "@/lib/contract/promotion.values";
import { Refusal } from "@/lib/server/api/errors";
import type { Citizen } from "@/lib/server/app-door/find-citizen";
import { refuseUnlessAllowed, refuseUnlessSpending } from "@/lib/server/transaction/may-pay";

/** @throws 409 where the account may not make such a payment at all, in the words of the charge */
export const refuseAccount = (user: Citizen, type: PromotableType): void =>
  type === "ticket" ? refuseUnlessSpending(user, "pay for tickets") : refuseUnlessAllowed(user, type);

/** The same as a sentence; null where nothing is in the way. */
export function accountProblem(user: Citizen, type: PromotableType): string | null {
  // No call of the citizen app comes that far.
  if (user.status === "closed") return "This account is closed, so it can't pay.";
  try {
    refuseAccount(user, type);
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}
