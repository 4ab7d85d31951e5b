import "server-only";
import { eq } from "drizzle-orm";
import type { z } from "zod";
import { hasAllRights } from "@/lib/contract/access";
import type { approvalDecision } from "@/lib/contract/approvals";
import { APPROVAL_KINDS_WITHOUT_REMARK, APPROVAL_RULES, NO_ERASURE_REMARK_TEXT } from "@/lib/contract/approvals.values";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { appendAudit } from "@/lib/server/audit/audit";
import { systemAuditRow } from "@/lib/server/audit/system-row";
import { requireProofOfIdentity } from "@/lib/server/auth/require-proof";
import type { Transaction } from "@/lib/server/db/client";
import { approvals } from "@/lib/server/db/schema/approvals";
import { readCurrentRights } from "@/lib/server/rp/current-rights";
import type { Approval } from "./approval-handler";
import {
  cancelApproval,
  decideApprovalIfIndependent,
  lockApprovalRow,
  recordRefOfApproval,
  refuseUnlessApprovalWaits,
} from "./close-approval";
import { APPROVAL_HANDLERS } from "./handlers-by-kind";
import { decidingRightsOf, refuseFourEyesConflict } from "./independence";
import { readApprovalRow } from "./list";
import { lostRightReason } from "./lost-right";
import { readStateChangeOfRecord } from "./record-state-change";
import { refuseUnseenChanges } from "./refuse-unseen-changes";
import { cancelApprovalsOf } from "./request-approval";

/**
 * Decides another admin's request, once. The effect runs in the same transaction.
 * @throws 404; 400 for a remark on an erasure; 403 for one's own request, for a requester who is not independent of the decider, for a missing right,
 * or for a missing recent proof of identity if the approval moves money or gives rights; 409 if the request is decided
 * or has expired, or the requester has lost the right to request it
 */
export async function decideApproval(context: WriteContext, input: z.output<typeof approvalDecision>) {
  const { admin, audit } = context;
  const { tx } = context;
  const { kind } = await approvalKindOf(tx, input.approvalId);
  if (input.decision === "approved" && APPROVAL_RULES[kind].needsProofOfIdentity) requireProofOfIdentity(admin);
  if (input.decision === "approved" && input.reason && APPROVAL_KINDS_WITHOUT_REMARK.includes(kind))
    throw refuse.badInput(NO_ERASURE_REMARK_TEXT, { reason: NO_ERASURE_REMARK_TEXT });
  const approval = await lockApproval(tx, input.approvalId);
  const rights = await readCurrentRights(tx, admin.id);
  if (!rights) throw refuse.signedOut();
  if (!hasAllRights(rights, decidingRightsOf(approval))) throw refuse.forbidden();
  if (approval.requestedBy === admin.id)
    throw refuse.forbidden("You requested this yourself, so another admin has to decide it.");
  await refuseUnlessApprovalWaits(tx, approval);
  await refuseFourEyesConflict(tx, approval, admin.id);
  const isApproved = input.decision === "approved";
  const lostRight = isApproved && (await lostRightReason(tx, approval));
  if (lostRight) throw await withdrawnRefusal(tx, approval.id, lostRight);
  // Looks for changes before the effect, but throws after it: if the effect is impossible, its error is more specific.
  const recheck = isApproved ? await refuseUnseenChanges(tx, approval, { id: admin.id, rights }) : null;
  const approvalEffect = isApproved && (await APPROVAL_HANDLERS[approval.kind].approve(tx, approval, admin.id));
  if (recheck?.refusal) throw recheck.refusal;
  const decided = await decideApprovalIfIndependent(tx, approval, { ...input, adminId: admin.id });
  const effect = approvalEffect || (await readStateChangeOfRecord(tx, approval));
  audit({
    record: recordRefOfApproval(decided),
    before: { ...effect.before, approval: "waiting" },
    after: {
      ...effect.after,
      approval: input.decision,
      change: approval.change,
      requested_by: approval.requestedBy,
      reason: input.reason ?? null,
      ...(recheck?.changes.length && { changed_since: recheck.changes }),
    },
  });
  return readApprovalRow(tx, approval.id);
}

/** Returns a 409 for a requester who has lost the right to request this change. After the rollback, the request is withdrawn. */
async function withdrawnRefusal(tx: Transaction, approvalId: string, withdrawalReason: string) {
  const current = { ...(await readApprovalRow(tx, approvalId)), state: "cancelled", decision_reason: withdrawalReason };
  const refusal = refuse.conflict(`${withdrawalReason} Another admin can request it again.`, current);
  refusal.afterwards = async (laterTx) => {
    await takeLocksOfKind(laterTx, approvalId);
    for (const entry of await cancelApprovalsOf(laterTx, { approvalId }, withdrawalReason))
      await appendAudit(laterTx, systemAuditRow("approvals.withdraw", entry));
  };
  return refusal;
}

/** Withdraws the caller's own request. @throws 404; 403 for another admin's request; 409 if the request is decided or has expired */
export async function withdrawApproval(context: WriteContext, approvalId: string) {
  await takeLocksOfKind(context.tx, approvalId);
  return cancelApproval(context, approvalId);
}

async function lockApproval(tx: Transaction, approvalId: string): Promise<Approval> {
  await takeLocksOfKind(tx, approvalId);
  return lockApprovalRow(tx, approvalId);
}

/** Takes the locks of the request's kind, in the same order as every change of the record, before the request's row is locked. */
async function takeLocksOfKind(tx: Transaction, approvalId: string): Promise<void> {
  const { kind, recordId } = await approvalKindOf(tx, approvalId);
  await APPROVAL_HANDLERS[kind].lock?.(tx, recordId);
}

async function approvalKindOf(tx: Transaction, approvalId: string) {
  const [found] = await tx
    .select({ kind: approvals.kind, recordId: approvals.recordId })
    .from(approvals)
    .where(eq(approvals.id, approvalId));
  if (!found) throw refuse.notFound("request");
  return found;
}
