import "server-only";
import { and, eq, isNull, sql } from "drizzle-orm";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import type { Transaction } from "@/lib/server/db/client";
import { approvals } from "@/lib/server/db/schema/approvals";
import { lockRecord, saveVersion } from "@/lib/server/records/version";
import type { Approval } from "./approval-handler";
import { endedWith } from "./end-record";
import { dependenceOn, refuseDependent } from "./independence";
import { approvalRow } from "./list";

/**
 * Withdraws one's own request. The caller holds the locks that its kind takes before rows (ApprovalHandler).
 * @throws 404; 403 for another's; 409 when it is decided or out of time
 */
export async function cancelApproval({ tx, admin, audit }: WriteContext, approvalId: string) {
  const approval = await holdApproval(tx, approvalId);
  if (approval.requestedBy !== admin.id)
    throw refuse.forbidden("Only the one who asked for this can withdraw it. You can reject it instead.");
  await refuseUnlessWaiting(tx, approval);
  await close(tx, approval.id, { state: "cancelled" });
  const { before, after } = await endedWith(tx, approval);
  audit({
    record: recordOf(approval),
    before: { ...before, approval: "waiting" },
    after: { ...after, approval: "cancelled", change: approval.change },
  });
  return approvalRow(tx, approval.id);
}

/** The request's row, held until the commit. @throws 404 */
export async function holdApproval(tx: Transaction, approvalId: string): Promise<Approval> {
  const approval = await lockRecord(tx, approvals, approvalId, "request");
  return approval;
}

/** @throws 409 that says who decided it, or that it is out of time */
export async function refuseUnlessWaiting(tx: Transaction, approval: Approval) {
  const current = await approvalRow(tx, approval.id);
  if (current.state === "waiting") return;
  const who = current.decided_by?.name;
  throw refuse.conflict(
    current.state === "expired"
      ? "This request has expired. It has to be made again."
      : `This request was ${current.state}${who ? ` by ${who}` : ""} already.`,
    current,
  );
}

/** Ends a request that waits. */
export async function close(tx: Transaction, id: string, values: Pick<Approval, "state"> & Partial<Approval>) {
  await saveVersion(tx, approvals, id, { ...values, decidedAt: new Date() });
}

/**
 * Ends a request that waits by a decision. One statement asks whether the decider is independent and records it.
 * @throws 403 for an admin who isn't independent of the one who asked
 */
export async function closeByAnother(
  tx: Transaction,
  approval: Approval,
  { decision, reason, adminId }: { decision: "approved" | "rejected"; reason?: string; adminId: string },
) {
  const { rowCount } = await tx
    .update(approvals)
    .set({
      state: decision,
      decidedBy: adminId,
      decisionReason: reason ?? null,
      decidedAt: new Date(),
      version: sql`${approvals.version} + 1`,
    })
    .where(and(eq(approvals.id, approval.id), eq(approvals.state, "waiting"), isNull(dependenceOn(adminId))));
  if (rowCount) return;
  await refuseDependent(tx, approval, adminId);
  throw new Error(`Approval ${approval.id} was not decided.`);
}

/** How the audit trail names the record that a request is about. */
export const recordOf = (approval: Approval) => ({
  type: approval.recordType,
  id: approval.recordId,
  name: approval.recordName,
});
