import "server-only";
import type { KycDetails } from "@/lib/contract/kyc";
import { currentUserStatus, type UserRecord } from "@/lib/server/user/status";

/** Returns the status of the applicant's account, with its restriction, dates and reason unless it is active. */
export function accountStatusOf(user: UserRecord): Pick<KycDetails["account"], "status" | "status_details"> {
  const status = currentUserStatus(user);
  if (status === "active") return { status, status_details: null };
  const isRestricted = status === "restricted";
  const status_details = {
    restriction: isRestricted ? user.restriction : null,
    since: user.statusChangedAt?.toISOString() ?? null,
    until: (isRestricted && user.restrictedUntil?.toISOString()) || null,
    reason: user.statusReason,
  };
  return { status, status_details };
}
