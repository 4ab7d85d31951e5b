import "server-only";
import { and, eq, inArray, lte, type SQL, sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import type { Grant } from "@/lib/contract/access";
import type { ApprovalKind } from "@/lib/contract/approvals.values";
import type { RecordType } from "@/lib/contract/records";
import { refuse } from "@/lib/server/api/errors";
import { inTransaction } from "@/lib/server/api/spine";
import { type AuditEntry, appendAudit, type RecordRef } from "@/lib/server/audit/audit";
import type { Database, Transaction } from "@/lib/server/db/client";
import { approvals } from "@/lib/server/db/schema/approvals";
import type { Approval } from "./approval-handler";
import { basisOf } from "./basis";
import { endedWith } from "./end-record";

/** A request that nobody decided for so long says nothing any more. */
const LIFE_DAYS = 7;

type Request = {
  kind: ApprovalKind;
  record: RecordRef;
  /** What will be done, in words for anyone who decides. */
  change: string;
  payload: Record<string, unknown>;
  /** What a decider has to hold besides the `approve` of the feature. */
  furtherRights?: readonly Grant[];
  requestedBy: string;
  reason: string;
};

/**
 * Keeps a change until somebody else decides it. The caller's audit row says that it waits.
 * @throws 409 when a change of this kind already waits for the record.
 */
export async function requestApproval(tx: Transaction, request: Request): Promise<Approval> {
  const { record, ...rest } = request;
  const basis = await basisOf(tx, { ...request, recordId: record.id });
  await expireWithin(tx, and(eq(approvals.kind, request.kind), eq(approvals.recordId, record.id)));
  const [approval] = await tx
    .insert(approvals)
    .values({
      id: uuid(),
      ...rest,
      basis,
      recordType: record.type,
      recordId: record.id,
      recordName: record.name,
      expiresAt: new Date(Date.now() + LIFE_DAYS * 86_400_000),
    })
    .onConflictDoNothing()
    .returning();
  if (!approval) throw refuse.conflict(`A change of ${record.name} already waits for approval.`);
  return approval;
}

const BATCH = 200;

/** Writes down what time has decided, each on record as done by the system. */
export async function expireWithin(tx: Transaction, which: SQL | undefined): Promise<number> {
  const expired = await tx
    .update(approvals)
    .set({ state: "expired", version: sql`${approvals.version} + 1` })
    .where(and(isLate(), which))
    .returning();
  for (const approval of expired) {
    const { recordType, recordId, recordName, change } = approval;
    const { before, after } = await endedWith(tx, approval);
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
      after: { ...after, approval: "expired", change, reason: `Nobody decided it within ${LIFE_DAYS} days.` },
      address: "",
      device: "",
      requestId: "",
    });
  }
  return expired.length;
}

const isLate = () => and(eq(approvals.state, "waiting"), lte(approvals.expiresAt, sql`now()`));

/** The same for all requests; run now and then (see process/timed-tasks.ts). Each in a transaction of its own. */
export async function expireApprovals(db: Database): Promise<void> {
  for (let count = 0; count < BATCH; count++) {
    const done = await inTransaction(db, async (tx) => {
      const next = tx.select({ id: approvals.id }).from(approvals).where(isLate()).limit(1);
      return expireWithin(tx, inArray(approvals.id, next.for("update", { skipLocked: true })));
    });
    if (!done) return;
  }
}

/**
 * Withdraws what waits: of an admin who is shut out or may not ask for it any more, or about a record that is gone.
 * @param reason why, for the history of the records
 * @returns an audit entry for each.
 */
export async function cancelRequestsOf(
  tx: Transaction,
  of: { requestedBy: string } | { recordType: RecordType; recordId: string } | { approvalId: string },
  reason: string,
): Promise<AuditEntry[]> {
  const which =
    "approvalId" in of
      ? eq(approvals.id, of.approvalId)
      : "requestedBy" in of
        ? eq(approvals.requestedBy, of.requestedBy)
        : and(eq(approvals.recordType, of.recordType), eq(approvals.recordId, of.recordId));
  const cancelled = await tx
    .update(approvals)
    .set({ state: "cancelled", decidedAt: new Date(), decisionReason: reason, version: sql`${approvals.version} + 1` })
    .where(and(eq(approvals.state, "waiting"), which))
    .returning();
  const entries: AuditEntry[] = [];
  for (const approval of cancelled) {
    const { recordType, recordId, recordName, change } = approval;
    const { before, after } = await endedWith(tx, approval);
    entries.push({
      record: { type: recordType, id: recordId, name: recordName },
      before: { ...before, approval: "waiting" },
      after: { ...after, approval: "cancelled", change, reason },
    });
  }
  return entries;
}
