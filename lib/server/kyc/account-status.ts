import "server-only";
import type { KycSingle } from "@/lib/contract/kyc";
import { statusNow, type UserRecord } from "@/lib/server/user/status";

/** The status of the account that a request is about. */
export function accountStatusOf(user: UserRecord): Pick<KycSingle["account"], "status" | "standing"> {
  const status = statusNow(user);
  if (status === "active") return { status, standing: null };
  const isRestricted = status === "restricted";
  const standing = {
    restriction: isRestricted ? user.restriction : null,
    since: user.statusChangedAt?.toISOString() ?? null,
    until: (isRestricted && user.restrictedUntil?.toISOString()) || null,
    reason: user.statusReason,
  };
  return { status, standing };
}
