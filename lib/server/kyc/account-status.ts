import "server-only";
import type { KycSingle } from "@/lib/contract/kyc";
import { statusNow, type UserRecord } from "@/lib/server/user/status";

/** The status of the account that a request is about. */
export function accountStatusOf(user: UserRecord): Pick<KycSingle["account"], "status" | "status_details"> {
  const status = statusNow(user);
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
