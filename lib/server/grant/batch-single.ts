import "server-only";
import { eq } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { PayoutBatchDetails } from "@/lib/contract/grant-payouts";
import { refuse } from "@/lib/server/api/errors";
import { waitingApprovalsOfRecords } from "@/lib/server/approvals/waiting-requests";
import { readRecordTimeline } from "@/lib/server/audit/timeline";
import type { Queryable } from "@/lib/server/db/client";
import { admins } from "@/lib/server/db/schema/admin";
import { grantProgrammes } from "@/lib/server/db/schema/grant";
import { grantBatches } from "@/lib/server/db/schema/grant-payout";
import { toAdminRef } from "@/lib/server/records/admin-record";
import { batchAuthors, countsAsBatchAuthor } from "./batch-authors";
import { GRANT_BATCH_RECORD_TYPE, type PayoutBatchRecord } from "./batch-record";
import { isBatchBalanced, rowSumsByState, sumPayoutBatch } from "./batch-sums";

const SAME_PERSON_REASON =
  "They and an admin who created this batch or removed rows from it count as one person, until another admin confirms the account.";
const AUTHOR_REASON = "They created this batch or removed rows from it.";

/** Returns the batch's pending approval. Lists the batch's authors as `kept_out` instead of as possible approvers. */
async function pendingApproval(db: Queryable, batch: PayoutBatchRecord) {
  const awaiting = (await waitingApprovalsOfRecords(db, GRANT_BATCH_RECORD_TYPE, [batch.id])).get(batch.id);
  if (!awaiting) return null;
  const makers = await batchAuthors(db, batch);
  const approvers: typeof awaiting.approvers = [];
  const kept_out = [...awaiting.kept_out];
  for (const admin of awaiting.approvers) {
    if (makers.has(admin.id)) kept_out.push({ ...admin, reason: AUTHOR_REASON });
    else if (await countsAsBatchAuthor(db, makers, admin.id)) kept_out.push({ ...admin, reason: SAME_PERSON_REASON });
    else approvers.push(admin);
  }
  return { ...awaiting, approvers, kept_out };
}

const approver = alias(admins, "approver");

/** Returns a batch with its sums in kobo, and the sums of the ledger and the provider. @throws 404 */
export async function readPayoutBatchDetails(db: Queryable, batchId: string): Promise<PayoutBatchDetails> {
  const [found] = await db
    .select({ batch: grantBatches, programme: grantProgrammes.name, creator: admins, approver })
    .from(grantBatches)
    .innerJoin(grantProgrammes, eq(grantProgrammes.id, grantBatches.programmeId))
    .innerJoin(admins, eq(admins.id, grantBatches.createdBy))
    .leftJoin(approver, eq(approver.id, grantBatches.approvedBy))
    .where(eq(grantBatches.id, batchId));
  if (!found) throw refuse.notFound("payout batch");
  const { batch, programme, creator, approver: approvedBy } = found;
  const { sums, changed } = await rowSumsByState(db, batch.id);
  const batchSums = await sumPayoutBatch(db, batch.id);
  return {
    id: batch.id,
    reference: batch.reference,
    programme: { id: batch.programmeId, name: programme },
    state: batch.state,
    rows: batch.rows,
    amount: batch.amount,
    ...sums,
    changed,
    ledger: batchSums.postedFromPool,
    provider: batchSums.reportedByProvider,
    to_banks: batchSums.dueToBanks,
    is_balanced: isBatchBalanced(sums.paid.amount, batchSums),
    awaiting: await pendingApproval(db, batch),
    created_by: toAdminRef(creator),
    created_at: batch.createdAt.toISOString(),
    approved_by: approvedBy && toAdminRef(approvedBy),
    approved_at: batch.approvedAt?.toISOString() ?? null,
    done_at: batch.doneAt?.toISOString() ?? null,
    version: batch.version,
    timeline: await readRecordTimeline(db, GRANT_BATCH_RECORD_TYPE, batch.id),
  };
}
