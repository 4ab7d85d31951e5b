import "server-only";
import { and, eq, isNull, sql } from "drizzle-orm";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import type { Transaction } from "@/lib/server/db/client";
import { approvals } from "@/lib/server/db/schema/approvals";
import { lockRecord, updateVersionedRecord } from "@/lib/server/records/version";
import type { Approval } from "./approval-handler";
import { notifyOfClosedApproval } from "./approval-notices";
import { fourEyesConflictColumn, refuseFourEyesConflict } from "./independence";
import { readApprovalRow } from "./list";
import { readStateChangeOfRecord } from "./record-state-change";

/**
 * Withdraws the signed-in admin's own request. The calling code must have taken the locks of the request's kind (`ApprovalHandler.lock`).
 * @throws 404; 403 for another admin's request; 409 if the request is decided or has expired
 */
export async function cancelApproval({ tx, admin, audit }: WriteContext, approvalId: string) {
  const approval = await lockApprovalRow(tx, approvalId);
  if (approval.requestedBy !== admin.id)
    throw refuse.forbidden("Only the admin who requested this can withdraw it. You can reject it instead.");
  await refuseUnlessApprovalWaits(tx, approval);
  const closed = await closeApproval(tx, approval.id, { state: "cancelled" });
  await notifyOfClosedApproval(tx, closed, admin.id);
  const { before, after } = await readStateChangeOfRecord(tx, approval);
  audit({
    record: recordRefOfApproval(approval),
    before: { ...before, approval: "waiting" },
    after: { ...after, approval: "cancelled", change: approval.change },
  });
  return readApprovalRow(tx, approval.id);
}

/** Returns the request and locks its row until the commit. @throws 404 */
export async function lockApprovalRow(tx: Transaction, approvalId: string): Promise<Approval> {
  const approval = await lockRecord(tx, approvals, approvalId, "request");
  return approval;
}

/** Refuses a request that is not pending any more. @throws 409 with the request's state and the admin who decided it */
export async function refuseUnlessApprovalWaits(tx: Transaction, approval: Approval) {
  const current = await readApprovalRow(tx, approval.id);
  if (current.state === "waiting") return;
  const deciderName = current.decided_by?.name;
  throw refuse.conflict(
    current.state === "expired"
      ? "This request has expired. It must be requested again."
      : `This request was ${current.state}${deciderName ? ` by ${deciderName}` : ""} already.`,
    current,
  );
}

/** Stores the final state of a waiting request. */
async function closeApproval(tx: Transaction, id: string, values: Pick<Approval, "state"> & Partial<Approval>) {
  return updateVersionedRecord(tx, approvals, id, { ...values, decidedAt: new Date() });
}

/**
 * Closes a pending request with a decision. One statement checks the decider's independence and stores the decision.
 * @returns the decided request
 * @throws 403 for an admin who is not independent of the requester
 */
export async function decideApprovalIfIndependent(
  tx: Transaction,
  approval: Approval,
  { decision, reason, adminId }: { decision: "approved" | "rejected"; reason?: string; adminId: string },
) {
  const [decided] = await tx
    .update(approvals)
    .set({
      state: decision,
      decidedBy: adminId,
      decisionReason: reason ?? null,
      decidedAt: new Date(),
      version: sql`${approvals.version} + 1`,
    })
    .where(and(eq(approvals.id, approval.id), eq(approvals.state, "waiting"), isNull(fourEyesConflictColumn(adminId))))
    .returning();
  if (decided) {
    await notifyOfClosedApproval(tx, decided, adminId);
    return decided;
  }
  await refuseFourEyesConflict(tx, approval, adminId);
  throw new Error(`Approval ${approval.id} was not decided.`);
}

/** Returns the audit trail's reference (type, id and name) to the record that a request would change. */
export const recordRefOfApproval = (approval: Pick<Approval, "recordType" | "recordId" | "recordName">) => ({
  type: approval.recordType,
  id: approval.recordId,
  name: approval.recordName,
});
