import "server-only";
import { and, desc, eq, sql } from "drizzle-orm";
import type { KycState } from "@/lib/contract/kyc.values";
import { fullName } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import type { Transaction } from "@/lib/server/db/client";
import { auditTrails, IS_KYC_CHANGE_SQL } from "@/lib/server/db/schema/system-logs";
import { users } from "@/lib/server/db/schema/user";
import { rejectStaleVersion } from "@/lib/server/records/version";
import { readAdminName } from "@/lib/server/rp/active-admins";
import { isOpenKycState, type KycRequest } from "./record";
import { readKycDetails } from "./single";

const DECISION_PHRASES: Record<KycState, string> = {
  pending: "released",
  in_review: "claimed",
  approved: "approved",
  rejected: "rejected",
  resubmission_requested: "asked for a resubmission of",
  revoked: "revoked",
};

/** Refuses a call about a KYC request. @throws 409 with the message and the current request */
export async function throwRequestConflict(tx: Transaction, request: KycRequest, message: string): Promise<never> {
  throw refuse.conflict(message, await readKycDetails(tx, request.id));
}

/** Rejects an action on a KYC request that was decided. @throws 409 with the decider's name */
export async function refuseDecidedRequest(tx: Transaction, request: KycRequest): Promise<void> {
  if (isOpenKycState(request.state)) return;
  const adminName = await readAdminName(tx, request.decidedById);
  await throwRequestConflict(tx, request, `${adminName} already ${DECISION_PHRASES[request.state]} this request.`);
}

/** Rejects officers other than the request's assignee (docs/rules.md). @throws 409 if the request is decided or another officer's */
export async function refuseIfAssignedToOther(tx: Transaction, request: KycRequest, adminId: string): Promise<void> {
  await refuseDecidedRequest(tx, request);
  if (!request.assigneeId || request.assigneeId === adminId) return;
  const adminName = await readAdminName(tx, request.assigneeId);
  await throwRequestConflict(tx, request, `${adminName} is reviewing this request; only they can decide it.`);
}

/** Rejects an outdated version of a KYC request. @throws 409 with who changed the request and how */
export const refuseStaleRequest = (
  tx: Transaction,
  request: KycRequest,
  version: number,
  adminId: string,
): Promise<void> =>
  rejectStaleVersion(
    "request",
    request,
    version,
    () => readKycDetails(tx, request.id),
    () => lastChange(tx, request.id, adminId),
  );

/**
 * Refuses an action if the user's account is closed. Locks the user's row, so that a concurrent closure waits and then finds the request.
 * @param done description of the refused action, used in the message @throws 409 with the current request
 */
export async function refuseClosedUser(tx: Transaction, request: KycRequest, done: string): Promise<void> {
  const [user] = await tx.select().from(users).where(eq(users.id, request.userId)).for("no key update");
  if (user?.status === "closed")
    await throwRequestConflict(tx, request, `${fullName(user)}'s account is closed, so this request can't be ${done}.`);
}

const CHANGE_PHRASES: Record<string, string> = {
  "kyc.claim": "claimed this request",
  "kyc.next": "claimed this request",
  "kyc.check": "claimed this request",
  "kyc.release": "released this request",
  "kyc.assign": "assigned this request",
  "kyc.assignMatching": "assigned this request",
  "kyc.reopen": "reopened this request",
  "kyc.decide": "decided this request",
  "kyc.submit": "sent this request",
  "kyc.resubmit": "sent this request again",
  "kyc.submitFromApp": "sent this request",
  "kyc.resubmitFromApp": "sent this request again",
};

async function lastChange(tx: Transaction, kycId: string, adminId: string): Promise<string | null> {
  const [lastAudit] = await tx
    .select({ by: auditTrails.adminId, name: auditTrails.adminName, action: auditTrails.action })
    .from(auditTrails)
    .where(and(sql.raw(IS_KYC_CHANGE_SQL), eq(auditTrails.recordId, kycId)))
    .orderBy(desc(auditTrails.at), desc(auditTrails.id))
    .limit(1);
  const words = lastAudit && CHANGE_PHRASES[lastAudit.action];
  if (!words) return null;
  return `${lastAudit.by === adminId ? "You" : (lastAudit.name ?? "The user")} ${words}`;
}
