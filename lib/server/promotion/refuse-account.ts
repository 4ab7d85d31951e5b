import "server-only";
import type { PromotableType } from "@/lib/contract/promotion.values";
import { Refusal } from "@/lib/server/api/errors";
import type { Citizen } from "@/lib/server/app-api/find-citizen";
import { refuseUnlessAllowed, refuseUnlessSpending } from "@/lib/server/transaction/refuse-payment";

/** Rejects an account that may not make such a payment. @throws 409 with the message of the charge */
export const refuseAccount = (user: Citizen, type: PromotableType): void =>
  type === "ticket" ? refuseUnlessSpending(user, "pay for tickets") : refuseUnlessAllowed(user, type);

/** Returns the message of `refuseAccount`, or null. */
export function accountProblem(user: Citizen, type: PromotableType): string | null {
  // Closed accounts are refused earlier in calls of the citizen app, so `refuseAccount` does not check them.
  if (user.status === "closed") return "This account is closed, so it can't pay.";
  try {
    refuseAccount(user, type);
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}
