import "server-only";
import { type AccessPolicy, satisfiesPolicy } from "@/lib/contract/access";
import type { ApprovalKind } from "@/lib/contract/approvals.values";
import { routes } from "@/lib/contract/routes";
import type { Queryable } from "@/lib/server/db/client";
import { readAdminName } from "@/lib/server/rp/active-admins";
import { readCurrentRights } from "@/lib/server/rp/current-rights";
import type { Approval } from "./approval-handler";

/** Returns a sentence why the requester may no longer request this change; null if they may. */
export async function lostRightReason(db: Queryable, { kind, requestedBy }: Approval): Promise<string | null> {
  const rights = await readCurrentRights(db, requestedBy);
  if (rights && satisfiesPolicy(rights, policyOfApprovalKind(kind))) return null;
  const maker = await readAdminName(db, requestedBy);
  return rights
    ? `${maker} may not request this any more, so the request is withdrawn.`
    : `${maker} is no longer active, so the request is withdrawn.`;
}

/** Returns the access policy of the call that creates requests of this kind; the kind is named after the call. */
export function policyOfApprovalKind(kind: ApprovalKind): AccessPolicy {
  const [module = "", call = ""] = kind.split(".");
  const calls: Record<string, Record<string, { policy: AccessPolicy }>> = routes;
  const found = calls[module]?.[call];
  if (!found) throw new Error(`No call ${kind}.`);
  return found.policy;
}
