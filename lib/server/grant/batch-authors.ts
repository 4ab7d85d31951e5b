import "server-only";
import { and, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import { rightToDecide } from "@/lib/contract/approvals.values";
import { findFourEyesConflict, fourEyesConflictSql } from "@/lib/server/approvals/independence";
import type { Queryable } from "@/lib/server/db/client";
import { auditTrails } from "@/lib/server/db/schema/system-logs";
import { GRANT_BATCH_RECORD_TYPE, type PayoutBatchRecord } from "./batch-record";

const APPROVAL_RIGHTS = [rightToDecide("grant.submitBatch")];

/** Returns the ids of admins who created a batch or removed rows from it. These admins may not approve the batch. */
export async function batchAuthors(
  db: Queryable,
  { id, createdBy }: Pick<PayoutBatchRecord, "id" | "createdBy">,
): Promise<Set<string>> {
  const removers = await db
    .selectDistinct({ adminId: auditTrails.adminId })
    .from(auditTrails)
    .where(
      and(
        eq(auditTrails.recordType, GRANT_BATCH_RECORD_TYPE),
        eq(auditTrails.recordId, id),
        eq(auditTrails.action, "grant.removeRows"),
        eq(auditTrails.outcome, "done"),
        isNotNull(auditTrails.adminId),
      ),
    );
  return new Set([createdBy, ...removers.flatMap(({ adminId }) => adminId ?? [])]);
}

/** Returns whether an admin counts as the same person as one of the batch's authors (docs/rules.md, Four eyes). */
export async function countsAsBatchAuthor(db: Queryable, makers: Iterable<string>, adminId: string): Promise<boolean> {
  for (const maker of makers) if (await findFourEyesConflict(db, maker, adminId, APPROVAL_RIGHTS)) return true;
  return false;
}

/** Returns an SQL condition: the author is this admin, or counts as the same person (docs/rules.md, Four eyes). */
const isOwn = (maker: SQL, adminId: string | SQL) =>
  sql`(${maker} = ${adminId} or ${fourEyesConflictSql(maker, adminId, APPROVAL_RIGHTS)} is not null)`;

/**
 * SQL condition on pending rows of `approvals`: a payout batch that this admin may not approve, because they created
 * it, removed rows from it, or have a conflict of interest with one of its applications (approve-batch.ts).
 */
export const isBarredFromBatch = (adminId: string | SQL): SQL => sql`(approvals.kind = 'grant.submitBatch' and (
  exists (select 1 from grant_batches b where b.id = approvals.record_id::uuid and ${isOwn(sql`b.created_by`, adminId)})
  or exists (select 1 from audit_trails t where t.record_type = ${GRANT_BATCH_RECORD_TYPE} and t.record_id = approvals.record_id
    and t.action = 'grant.removeRows' and t.outcome = 'done' and ${isOwn(sql`t.admin_id`, adminId)})
  or exists (select 1 from grant_batch_rows r join grant_reviews v on v.application_id = r.application_id
    where r.batch_id = approvals.record_id::uuid and r.state <> 'removed' and v.reviewer_id = ${adminId}
      and v.conflict is not null)))`;
