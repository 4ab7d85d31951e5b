import "server-only";
import { statusNow, type UserRecord } from "@/lib/server/user/status";
import type { ApplicationRecord } from "./application-record";

type User = Pick<UserRecord, "tier" | "lga" | "status" | "restriction" | "restrictedUntil">;

/**
 * Facts that an approval is based on, as text. A payout batch lists what has changed since: the applicant's tier and LGA, the
 * account's status (`active`, or `restricted:no_credit`), and the last digits of the bank account (empty for a wallet).
 */
export const approvalSnapshot = (user: User, application: Pick<ApplicationRecord, "accountLast4">) => ({
  tier: String(user.tier),
  lga: user.lga,
  account_status: statusNow(user) === "restricted" ? `restricted:${user.restriction}` : statusNow(user),
  account_last4: application.accountLast4 ?? "",
});
