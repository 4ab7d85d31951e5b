import "server-only";
import type { UserDataRequests } from "@/lib/contract/user-data";
import { dataPartInSentence, type ErasedPart } from "@/lib/contract/user-data.values";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import type { ApprovalHandler } from "@/lib/server/approvals/approval-handler";
import { requestApproval } from "@/lib/server/approvals/request-approval";
import { lockRiskFlags } from "@/lib/server/kyc/refresh-flags";
import { requireUser, userRecordRef } from "@/lib/server/user/single";
import { lockUserRow } from "./correct";
import { eraseCitizen, withdrawApprovalRequestsAbout } from "./erase-citizen";
import { NOTHING_TO_ERASE_MESSAGE, planErasure } from "./erasure-plan";
import { readDataRequests } from "./read-requests";

/** Describes an erasure for the approver. */
export const describeErasure = (erased: readonly ErasedPart[]) =>
  `Erase permanently what no law requires to keep: ${erased.map(dataPartInSentence).join("; ")}`;

/**
 * Requests the erasure of a citizen's data, except data that a law requires to keep.
 * @throws 404; 409 if the account is open, nothing is left to erase, or a request waits already
 */
export async function requestErasure(
  { tx, admin, audit }: WriteContext,
  { userId, reason }: { userId: string; reason: string },
): Promise<UserDataRequests> {
  const user = await requireUser(tx, userId);
  const { obstacle, erased } = await planErasure(tx, user);
  if (obstacle) throw refuse.conflict(obstacle);
  if (!erased.length) throw refuse.conflict(NOTHING_TO_ERASE_MESSAGE);
  const approval = await requestApproval(tx, {
    kind: "user.eraseData",
    record: userRecordRef(user),
    change: describeErasure(erased),
    payload: {},
    requestedBy: admin.id,
    reason,
  });
  audit({ record: userRecordRef(user), after: { awaiting_approval: approval.change, reason } });
  return readDataRequests(tx, userId);
}

/** Erases what the law allows at the time of the approval, and records the number of rows and what stays. */
export const approveErasure: ApprovalHandler = {
  // Takes the lock of the risk flags before row locks, in the same order as the submission of an identity request, to prevent deadlocks.
  lock: (tx) => lockRiskFlags(tx),
  async approve(tx, approval, approverId) {
    // Locks requests before the user, like the approval of a correction, to prevent deadlocks.
    await withdrawApprovalRequestsAbout(tx, approval.recordId, approval.id);
    const user = await lockUserRow(tx, approval.recordId);
    const plan = await planErasure(tx, user);
    if (plan.obstacle) throw refuse.conflict(plan.obstacle);
    const { id, requestedBy } = approval;
    const erasure = { id, approvalId: null, requestedBy, approvedBy: approverId };
    return { after: await eraseCitizen(tx, user, erasure, plan) };
  },
};
