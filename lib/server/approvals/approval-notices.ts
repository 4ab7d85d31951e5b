import "server-only";
import { and, eq, inArray, sql } from "drizzle-orm";
import type { ApprovalKind } from "@/lib/contract/approvals.values";
import { referenceIn } from "@/lib/contract/reference.values";
import type { Transaction } from "@/lib/server/db/client";
import { admins } from "@/lib/server/db/schema/admin";
import { approvals } from "@/lib/server/db/schema/approvals";
import { isBarredFromBatch } from "@/lib/server/grant/batch-authors";
import { markNoticesRead, notifyAdmins } from "@/lib/server/notices/notify";
import { readAdminName } from "@/lib/server/rp/active-admins";
import type { Approval } from "./approval-handler";
import { decidersOfApproval } from "./waiting-requests";

/** Texts for the kinds of requests in pushes and mails, which omit a request's `change` because it may contain names of people. */
const REQUEST_WORDS: Record<ApprovalKind, string> = {
  "rp.createAdmin": "New admin",
  "rp.assignRoles": "Roles of an admin",
  "rp.updateRole": "Rights of a role",
  "systemWallet.submitMovement": "Manual transfer",
  "systemWallet.changeLimits": "Limits of a tier",
  "systemWallet.postOpeningBalances": "Opening balances",
  "revenueHeads.change": "Account of a revenue head",
  "kyc.revoke": "Revocation of a tier",
  "transaction.refund": "Refund",
  "transaction.dispute": "Lost dispute",
  "transaction.answerDispute": "Answer to a dispute",
  "appConfig.sendBroadcast": "Notification to citizens",
  "event.cancel": "Cancellation of an event",
  "event.refundTicket": "Refund of a ticket",
  "grant.submitBatch": "Payout batch",
  "user.correct": "Correction of a user's details",
  "user.exportData": "Copy of a user's data",
  "user.runRetention": "Removal of old data",
  "user.eraseData": "Erasure of a user's data",
};

/** Types of records whose names are titles and contain no name of a person. For other records, a notice shows only their reference. */
const TITLED: readonly string[] = ["broadcast", "event", "revenue_head", "role", "tier_limits"];

/** Returns the values for the placeholders in a notice's text. `about` is the record's name, omitted if it could name a person. */
function paramsOf({ kind, change, recordType, recordName }: Approval) {
  const about = referenceIn(recordName) ?? (TITLED.includes(recordType) ? recordName : undefined);
  return { change, request: REQUEST_WORDS[kind], ...(about && { about }) };
}

const approvalRecordOf = ({ id, recordName }: Approval) => ({ type: "approval" as const, id, name: recordName });

/** Notifies the admins who may decide a new request, except its requester and admins who depend on the requester. */
export async function notifyApprovers(tx: Transaction, approval: Approval): Promise<void> {
  const { approvers } = await decidersOfApproval(tx, approval);
  const approverIds = approvers.map(({ id }) => id);
  const barred = await readBarred(tx, approval, approverIds);
  const allowedIds = approverIds.filter((id) => !barred.has(id));
  await notifyAdmins(tx, allowedIds, {
    kind: "approval_waiting",
    record: approvalRecordOf(approval),
    cause: `approval_waiting:${approval.id}`,
    params: { ...paramsOf(approval), by: await readAdminName(tx, approval.requestedBy) },
  });
}

/** Returns which of these admins may not decide a request to pay a payout batch, because they edited the batch. */
async function readBarred(tx: Transaction, { id, kind }: Approval, adminIds: string[]): Promise<Set<string>> {
  if (kind !== "grant.submitBatch") return new Set();
  const barred = await tx
    .select({ id: admins.id })
    .from(admins)
    .innerJoin(approvals, eq(approvals.id, id))
    .where(and(inArray(admins.id, adminIds), isBarredFromBatch(sql`${admins.id}`)));
  return new Set(barred.map((admin) => admin.id));
}

/**
 * Notifies the requester that a request was closed, and marks the approvers' notices about it as read.
 * @param approval the closed request
 * @param by the admin who closed it; null for the system
 */
export async function notifyOfClosedApproval(tx: Transaction, approval: Approval, by: string | null): Promise<void> {
  await markNoticesRead(tx, "approval_waiting", approvalRecordOf(approval));
  if (by === approval.requestedBy) return;
  await notifyAdmins(tx, [approval.requestedBy], {
    kind: "approval_closed",
    record: approvalRecordOf(approval),
    cause: `approval_closed:${approval.id}`,
    params: {
      ...paramsOf(approval),
      state: approval.state,
      ...(by && { by: await readAdminName(tx, by) }),
      ...(approval.decisionReason && { reason: approval.decisionReason }),
    },
  });
}
