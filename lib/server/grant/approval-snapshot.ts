import "server-only";
import { currentUserStatus, type UserRecord } from "@/lib/server/user/status";
import type { ApplicationRecord } from "./application-record";

type ApplicantFields = Pick<UserRecord, "tier" | "lga" | "status" | "restriction" | "restrictedUntil">;

/**
 * Facts on which an approval is based, as text. A payout batch lists changes since then: the applicant's tier and LGA, the account's status
 * (`active`, or `restricted:no_credit`), and the last digits of the bank account (empty for a wallet).
 */
export const approvalSnapshot = (user: ApplicantFields, application: Pick<ApplicationRecord, "accountLast4">) => ({
  tier: String(user.tier),
  lga: user.lga,
  account_status: currentUserStatus(user) === "restricted" ? `restricted:${user.restriction}` : currentUserStatus(user),
  account_last4: application.accountLast4 ?? "",
});
