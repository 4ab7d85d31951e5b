import "server-only";
import { and, asc, eq, inArray } from "drizzle-orm";
import { KYC_OPEN_STATES } from "@/lib/contract/kyc.values";
import type { AuditEntry } from "@/lib/server/audit/audit";
import type { Transaction } from "@/lib/server/db/client";
import { kycRequests } from "@/lib/server/db/schema/kyc";
import { assignmentColumns, kycRecordRef, updateKycRequest } from "./record";

/**
 * Releases every open request of an admin who loses access. Lock the admin's row first, so that nobody can assign them
 * another request (`lockActiveAdmins` in rp/active-admins.ts).
 * @returns one audit entry for each request, shown in its history
 */
export async function releaseAllRequestsOf(tx: Transaction, adminId: string): Promise<AuditEntry[]> {
  const requests = await tx
    .select()
    .from(kycRequests)
    .where(and(eq(kycRequests.assigneeId, adminId), inArray(kycRequests.state, [...KYC_OPEN_STATES])))
    .orderBy(asc(kycRequests.id))
    .for("update");
  const entries: AuditEntry[] = [];
  for (const request of requests) {
    await updateKycRequest(tx, request.id, assignmentColumns(null));
    entries.push({
      record: kycRecordRef(request),
      before: { state: request.state, assignee: adminId },
      after: { state: "pending", assignee: null },
    });
  }
  return entries;
}
