import "server-only";
import type { PromotableType } from "@/lib/contract/promotion.values";
import { Refusal } from "@/lib/server/api/errors";
import type { CitizenRow } from "@/lib/server/app-api/find-citizen";
import { refuseUnlessMayBegin, refuseUnlessMaySpend } from "@/lib/server/transaction/refuse-payment";

/** Refuses an account that may not make a payment of this type. @throws 409 with the same message as the charge */
export const refuseUnlessAccountMayPay = (user: CitizenRow, type: PromotableType): void =>
  type === "ticket" ? refuseUnlessMaySpend(user, "pay for tickets") : refuseUnlessMayBegin(user, type);

/** Returns the message with which `refuseUnlessAccountMayPay` refuses an account, or null. */
export function whyAccountMayNotPay(user: CitizenRow, type: PromotableType): string | null {
  // Also refuses a closed account. `refuseUnlessAccountMayPay` does not check this, because the app's calls refuse closed accounts earlier.
  if (user.status === "closed") return "This account is closed, so it can't pay.";
  try {
    refuseUnlessAccountMayPay(user, type);
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}
