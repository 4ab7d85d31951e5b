import "server-only";
import { and, eq, gt, inArray, sql } from "drizzle-orm";
import type { PendingApproval } from "@/lib/contract/approvals";
import type { ApprovalKind } from "@/lib/contract/approvals.values";
import type { RecordType } from "@/lib/contract/record-kinds";
import { refuse } from "@/lib/server/api/errors";
import type { Queryable } from "@/lib/server/db/client";
import { admins } from "@/lib/server/db/schema/admin";
import { approvals } from "@/lib/server/db/schema/approvals";
import { toAdminRef } from "@/lib/server/records/admin-record";
import { readAdminsHolding } from "@/lib/server/rp/current-rights";
import type { Approval } from "./approval-handler";
import { decidingRightsOf, FOUR_EYES_CONFLICT_TEXTS, findFourEyesConflicts } from "./independence";

/** SQL condition: the request is undecided and has not expired. */
export const isWaitingApprovalSql = () => and(eq(approvals.state, "waiting"), gt(approvals.expiresAt, sql`now()`));

/** Returns the pending request of each of these records. */
export async function waitingApprovalsOfRecords(
  db: Queryable,
  recordType: RecordType,
  ids: readonly string[],
): Promise<Map<string, PendingApproval>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ approval: approvals, by: admins })
    .from(approvals)
    .innerJoin(admins, eq(admins.id, approvals.requestedBy))
    .where(and(isWaitingApprovalSql(), eq(approvals.recordType, recordType), inArray(approvals.recordId, [...ids])));
  const found = new Map<string, PendingApproval>();
  for (const { approval, by } of rows) found.set(approval.recordId, await toPending(db, approval, by));
  return found;
}

/** Returns the pending request of a kind about a record, for records with several kinds of requests; null if there is none. */
export async function waitingApprovalOfKind(
  db: Queryable,
  kind: ApprovalKind,
  recordId: string,
): Promise<{ approval: Approval; pending: PendingApproval } | null> {
  const [row] = await db
    .select({ approval: approvals, by: admins })
    .from(approvals)
    .innerJoin(admins, eq(admins.id, approvals.requestedBy))
    .where(and(isWaitingApprovalSql(), eq(approvals.kind, kind), eq(approvals.recordId, recordId)));
  return row ? { approval: row.approval, pending: await toPending(db, row.approval, row.by) } : null;
}

const toPending = async (
  db: Queryable,
  approval: Approval,
  by: typeof admins.$inferSelect,
): Promise<PendingApproval> => ({
  approvalId: approval.id,
  change: approval.change,
  requested_by: toAdminRef(by),
  requested_at: approval.requestedAt.toISOString(),
  expires_at: approval.expiresAt.toISOString(),
  ...(await decidersOfApproval(db, approval)),
});

/**
 * Returns the admins who may decide a request, and those who have the right but may not decide this request, with the reason. Excludes the
 * requester.
 */
export async function decidersOfApproval(
  db: Queryable,
  request: Pick<Approval, "kind" | "furtherRights" | "requestedBy">,
): Promise<Pick<PendingApproval, "approvers" | "kept_out">> {
  const rights = decidingRightsOf(request);
  const rightHolders = (await readAdminsHolding(db, rights)).filter(({ id }) => id !== request.requestedBy);
  const approvers: PendingApproval["approvers"] = [];
  const kept_out: PendingApproval["kept_out"] = [];
  const holderIds = rightHolders.map(({ id }) => id);
  const dependences = await findFourEyesConflicts(db, request.requestedBy, holderIds, rights);
  for (const holder of rightHolders) {
    const dependence = dependences.get(holder.id);
    if (dependence) kept_out.push({ ...holder, reason: FOUR_EYES_CONFLICT_TEXTS[dependence] });
    else approvers.push(holder);
  }
  return { approvers, kept_out };
}

/**
 * Rejects an edit of a record while another change of it waits for approval, so that the approval makes exactly the requested change.
 * @throws 409 with the current record, which `current` loads
 */
export async function refuseWhileChangeWaits(
  db: Queryable,
  recordType: RecordType,
  recordId: string,
  current: () => Promise<unknown>,
): Promise<void> {
  const waiting = (await waitingApprovalsOfRecords(db, recordType, [recordId])).get(recordId);
  if (!waiting) return;
  throw refuse.conflict(
    `A change already waits for approval (${waiting.change}; requested by ${waiting.requested_by.name}). Have it decided or withdrawn first.`,
    await current(),
  );
}
