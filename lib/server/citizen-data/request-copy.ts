import "server-only";
import type { UserDataRequests } from "@/lib/contract/user-data";
import { DATA_COPY_AVAILABLE_DAYS } from "@/lib/contract/user-data.values";
import type { WriteContext } from "@/lib/server/api/context";
import type { ApprovalHandler } from "@/lib/server/approvals/approval-handler";
import { requestApproval } from "@/lib/server/approvals/request-approval";
import { citizenDataCopies } from "@/lib/server/db/schema/citizen-data";
import { requireUser, userRecordRef } from "@/lib/server/user/single";
import { readDataRequests } from "./read-requests";

/** Describes the copy for the approver. */
export const describeDataCopy = () =>
  `Make a copy of all data about the user, with documents and full identity numbers. It can be downloaded once, within ${DATA_COPY_AVAILABLE_DAYS} days`;

/** Requests a copy of all data about a citizen, also of a closed account. @throws 404; 409 if a request for this citizen waits already */
export async function requestDataCopy(
  { tx, admin, audit }: WriteContext,
  { userId, reason }: { userId: string; reason: string },
): Promise<UserDataRequests> {
  const user = await requireUser(tx, userId);
  const approval = await requestApproval(tx, {
    kind: "user.exportData",
    record: userRecordRef(user),
    change: describeDataCopy(),
    payload: {},
    requestedBy: admin.id,
    reason,
  });
  audit({ record: userRecordRef(user), after: { awaiting_approval: approval.change, reason } });
  return readDataRequests(tx, userId);
}

/** Allows the requester one download within `DATA_COPY_AVAILABLE_DAYS`. */
export const approveDataCopy: ApprovalHandler = {
  async approve(tx, approval, approverId) {
    const expiresAt = new Date(Date.now() + DATA_COPY_AVAILABLE_DAYS * 86_400_000);
    await tx.insert(citizenDataCopies).values({
      id: approval.id,
      userId: approval.recordId,
      requestedBy: approval.requestedBy,
      approvedBy: approverId,
      reason: approval.reason,
      expiresAt,
    });
    return { after: { copy_until: expiresAt.toISOString() } };
  },
};
