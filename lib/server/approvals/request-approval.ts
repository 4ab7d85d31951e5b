import "server-only";
import { and, eq, inArray, lte, ne, type SQL, sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import type { AccessRight } from "@/lib/contract/access";
import type { ApprovalKind } from "@/lib/contract/approvals.values";
import type { RecordType } from "@/lib/contract/record-kinds";
import { refuse } from "@/lib/server/api/errors";
import { inTransaction } from "@/lib/server/api/transaction";
import { type AuditEntry, appendAudit, type RecordRef } from "@/lib/server/audit/audit";
import type { Database, Transaction } from "@/lib/server/db/client";
import { approvals } from "@/lib/server/db/schema/approvals";
import { approvalDetailsOf } from "./approval-facts";
import type { Approval } from "./approval-handler";
import { notifyApprovers, notifyOfClosedApproval } from "./approval-notices";
import { readStateChangeOfRecord } from "./record-state-change";

/** Days after which an undecided request expires. */
const EXPIRY_DAYS = 7;

type NewApproval = {
  kind: ApprovalKind;
  record: RecordRef;
  /** Description of the change for the approver. */
  change: string;
  payload: Record<string, unknown>;
  /** Rights that a decider needs in addition to `approve` on the feature. */
  furtherRights?: readonly AccessRight[];
  requestedBy: string;
  reason: string;
};

/**
 * Stores a request for approval of a change, and notifies the admins who may decide it. The caller writes the audit row.
 * @throws 409 if a request of this kind about the record is already pending
 */
export async function requestApproval(tx: Transaction, request: NewApproval): Promise<Approval> {
  const { record, ...rest } = request;
  const basis = await approvalDetailsOf(tx, { ...request, recordId: record.id });
  await expireApprovalsWhere(tx, and(eq(approvals.kind, request.kind), eq(approvals.recordId, record.id)));
  const [approval] = await tx
    .insert(approvals)
    .values({
      id: uuid(),
      ...rest,
      basis,
      recordType: record.type,
      recordId: record.id,
      recordName: record.name,
      expiresAt: new Date(Date.now() + EXPIRY_DAYS * 86_400_000),
    })
    .onConflictDoNothing()
    .returning();
  if (!approval) throw refuse.conflict(`A change of ${record.name} already waits for approval.`);
  await notifyApprovers(tx, approval);
  return approval;
}

const EXPIRED_PER_RUN = 200;

/** Marks overdue requests as expired, each with an audit row of the system. */
export async function expireApprovalsWhere(tx: Transaction, condition: SQL | undefined): Promise<number> {
  const expired = await tx
    .update(approvals)
    .set({ state: "expired", version: sql`${approvals.version} + 1` })
    .where(and(isExpiredRequest(), condition))
    .returning();
  for (const approval of expired) {
    const { recordType, recordId, recordName, change } = approval;
    const { before, after } = await readStateChangeOfRecord(tx, approval);
    await notifyOfClosedApproval(tx, approval, null);
    await appendAudit(tx, {
      at: new Date(),
      adminId: null,
      adminName: null,
      action: "approvals.expire",
      outcome: "done",
      refusal: null,
      recordType,
      recordId,
      recordName,
      before: { ...before, approval: "waiting" },
      after: { ...after, approval: "expired", change, reason: `Nobody decided it within ${EXPIRY_DAYS} days.` },
      address: "",
      device: "",
      requestId: "",
    });
  }
  return expired.length;
}

const isExpiredRequest = () => and(eq(approvals.state, "waiting"), lte(approvals.expiresAt, sql`now()`));

/** Marks all overdue requests as expired, in one transaction each. A scheduled task (process/timed-tasks.ts). */
export async function expireApprovals(db: Database): Promise<void> {
  for (let count = 0; count < EXPIRED_PER_RUN; count++) {
    const expiredCount = await inTransaction(db, async (tx) => {
      const next = tx.select({ id: approvals.id }).from(approvals).where(isExpiredRequest()).limit(1);
      return expireApprovalsWhere(tx, inArray(approvals.id, next.for("update", { skipLocked: true })));
    });
    if (!expiredCount) return;
  }
}

/**
 * Withdraws pending requests: those of an admin who is suspended or has lost the right, or those about a deleted record.
 * @param target `except`: id of a request that stays pending
 * @param reason shown in the records' history
 * @returns an audit entry for each withdrawn request
 */
export async function cancelApprovalsOf(
  tx: Transaction,
  target:
    | { requestedBy: string }
    | { recordType: RecordType; recordId: string; except?: string }
    | { approvalId: string },
  reason: string,
): Promise<AuditEntry[]> {
  const condition =
    "approvalId" in target
      ? eq(approvals.id, target.approvalId)
      : "requestedBy" in target
        ? eq(approvals.requestedBy, target.requestedBy)
        : and(
            eq(approvals.recordType, target.recordType),
            eq(approvals.recordId, target.recordId),
            target.except ? ne(approvals.id, target.except) : undefined,
          );
  const cancelled = await tx
    .update(approvals)
    .set({ state: "cancelled", decidedAt: new Date(), decisionReason: reason, version: sql`${approvals.version} + 1` })
    .where(and(eq(approvals.state, "waiting"), condition))
    .returning();
  const entries: AuditEntry[] = [];
  for (const approval of cancelled) {
    const { recordType, recordId, recordName, change } = approval;
    const { before, after } = await readStateChangeOfRecord(tx, approval);
    await notifyOfClosedApproval(tx, approval, null);
    entries.push({
      record: { type: recordType, id: recordId, name: recordName },
      before: { ...before, approval: "waiting" },
      after: { ...after, approval: "cancelled", change, reason },
    });
  }
  return entries;
}
