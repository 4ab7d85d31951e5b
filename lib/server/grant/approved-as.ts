import "server-only";
import { statusNow, type UserRecord } from "@/lib/server/user/status";
import type { ApplicationRecord } from "./application-record";

type User = Pick<UserRecord, "tier" | "lga" | "status" | "restriction" | "restrictedUntil">;

/**
 * What an approval rests on, as text, so that a payout batch can say what changed since: the applicant's tier and LGA, the
 * account's status (`active`, or such as `restricted:no_credit`), and the end of the account that is paid (empty for a wallet).
 */
export const approvedAs = (user: User, application: Pick<ApplicationRecord, "accountLast4">) => ({
  tier: String(user.tier),
  lga: user.lga,
  account_status: statusNow(user) === "restricted" ? `restricted:${user.restriction}` : statusNow(user),
  account_last4: application.accountLast4 ?? "",
});
