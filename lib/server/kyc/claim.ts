import "server-only";
import type { WriteContext } from "@/lib/server/api/context";
import type { AuditEntry } from "@/lib/server/audit/audit";
import type { Transaction } from "@/lib/server/db/client";
import { lockCallingAdmin, readAdminName } from "@/lib/server/rp/active-admins";
import {
  assignmentColumns,
  type KycRequest,
  kycRecordRef,
  lockKycRequest,
  updateKycRequest,
  updateRequestActivity,
} from "./record";
import { refuseDecidedRequest, refuseIfAssignedToOther, throwRequestConflict } from "./refuse-conflict";
import { refuseOwnSubmission } from "./self-decision";
import { readKycDetails } from "./single";

type AuditChange = Pick<AuditEntry, "before" | "after">;

/** Claims an undecided request for the caller. Requires that no other officer has it. */
export async function claimIfUnassigned(tx: Transaction, request: KycRequest, adminId: string): Promise<AuditChange> {
  if (request.state === "in_review" && request.assigneeId === adminId) {
    await updateRequestActivity(tx, request.id);
    return {};
  }
  const assignment = assignmentColumns(adminId);
  await updateKycRequest(tx, request.id, assignment);
  return {
    before: { state: request.state, assignee: request.assigneeId },
    after: { state: assignment.state, assignee: adminId },
  };
}

/**
 * Claims an unassigned request. Because of the row lock, only one of two concurrent callers succeeds; the other gets a 409 that names the
 * first.
 * @throws 404; 403 for the officer who submitted it; 409 with the current request if it is decided or already claimed
 */
export async function claimKyc({ tx, admin, audit }: WriteContext, kycId: string) {
  await lockCallingAdmin(tx, admin.id);
  const request = await lockKycRequest(tx, kycId);
  await refuseDecidedRequest(tx, request);
  if (request.assigneeId && request.assigneeId !== admin.id)
    await throwRequestConflict(
      tx,
      request,
      `${await readAdminName(tx, request.assigneeId)} has claimed this request already.`,
    );
  await refuseOwnSubmission(tx, request, admin.id);
  const change = await claimIfUnassigned(tx, request, admin.id);
  if (!change.after) await throwRequestConflict(tx, request, "You have claimed this request already.");
  audit({ record: kycRecordRef(request), ...change });
  return readKycDetails(tx, request.id);
}

/** Releases the caller's own request, so that any officer can claim it. @throws 404; 409 if it is not the caller's */
export async function releaseKyc({ tx, admin, audit }: WriteContext, kycId: string) {
  const request = await lockKycRequest(tx, kycId);
  await refuseIfAssignedToOther(tx, request, admin.id);
  if (!request.assigneeId)
    await throwRequestConflict(tx, request, "Nobody has claimed this request, so there is nothing to release.");
  await updateKycRequest(tx, request.id, assignmentColumns(null));
  audit({
    record: kycRecordRef(request),
    before: { state: request.state, assignee: request.assigneeId },
    after: { state: "pending", assignee: null },
  });
  return readKycDetails(tx, request.id);
}
