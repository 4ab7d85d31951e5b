import "server-only";
import { and, asc, eq, isNotNull, lt } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { env } from "@/lib/env";
import { pluralize } from "@/lib/format";
import { inTransaction } from "@/lib/server/api/transaction";
import { appendAudit } from "@/lib/server/audit/audit";
import type { AuditRow } from "@/lib/server/audit/digest";
import { systemAuditRow } from "@/lib/server/audit/system-row";
import type { Database, Transaction } from "@/lib/server/db/client";
import { kycRequests } from "@/lib/server/db/schema/kyc";
import { notifyAdmins } from "@/lib/server/notices/notify";
import { assignmentColumns, type KycRequest, kycNoticeRecordRef, kycRecordRef, updateKycRequest } from "./record";

/** Maximum number of officers per run, and of requests per officer. The next run continues with the rest. */
const MAX_OFFICERS = 100;
const BATCH_SIZE = 200;

/**
 * Releases requests whose officers did nothing for KYC_RELEASE_HOURS. A timed task (process/timed-tasks.ts) whose audit rows
 * name the system. Handles each officer in one transaction with one notice. Concurrent runs skip each other's locked rows.
 * @returns the number of released requests
 */
export async function releaseIdleClaims(db: Database): Promise<number> {
  const hours = env().kycReleaseHours;
  if (!hours) return 0;
  const isIdleRequest = isIdleClaim(hours);
  const officers = await db
    .selectDistinct({ id: kycRequests.assigneeId })
    .from(kycRequests)
    .where(and(isIdleRequest, isNotNull(kycRequests.assigneeId)))
    .limit(MAX_OFFICERS);
  let count = 0;
  for (const { id } of officers) if (id) count += await inTransaction(db, (tx) => releaseIdleOf(tx, id, hours));
  return count;
}

const isIdleClaim = (hours: number) =>
  and(eq(kycRequests.state, "in_review"), lt(kycRequests.activeAt, new Date(Date.now() - hours * 3_600_000)));

async function releaseIdleOf(tx: Transaction, adminId: string, hours: number): Promise<number> {
  const requests = await tx
    .select()
    .from(kycRequests)
    .where(and(isIdleClaim(hours), eq(kycRequests.assigneeId, adminId)))
    .orderBy(asc(kycRequests.activeAt))
    .limit(BATCH_SIZE)
    .for("update", { skipLocked: true });
  const [first, ...otherRequests] = requests;
  if (!first) return 0;
  for (const { id } of requests) await updateKycRequest(tx, id, assignmentColumns(null));
  const releasedPhrase = otherRequests.length ? `${requests.length} identity requests were` : `${first.reference} was`;
  const them = otherRequests.length ? "them" : "it";
  await notifyAdmins(tx, [adminId], {
    kind: "released",
    record: kycNoticeRecordRef(first),
    cause: `released:${first.id}:${uuid()}`,
    params: {
      text: `${releasedPhrase} released: no work on ${them} for ${hoursPhrase(hours)}. Others can claim ${them} now.`,
    },
  });
  const auditRowOf = (request: KycRequest): AuditRow =>
    systemAuditRow("kyc.releaseIdle", {
      record: kycRecordRef(request),
      before: { state: request.state, assignee: request.assigneeId },
      after: { state: "pending", assignee: null, idle_for: hoursPhrase(hours) },
    });
  await appendAudit(tx, auditRowOf(first), ...otherRequests.map(auditRowOf));
  return requests.length;
}

const hoursPhrase = (hours: number) => pluralize(hours, "hour");
