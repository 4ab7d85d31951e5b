import "server-only";
import { and, asc, eq, inArray } from "drizzle-orm";
import { KYC_OPEN_STATES } from "@/lib/contract/kyc.values";
import type { AuditEntry } from "@/lib/server/audit/audit";
import type { Transaction } from "@/lib/server/db/client";
import { kycRequests } from "@/lib/server/db/schema/kyc";
import { changeRequest, heldBy, kycRecord } from "./record";

/**
 * Puts back every open request of an admin who is shut out. Lock the admin's row first: nobody gives them another one
 * in the meantime (record.ts, holdActive).
 * @returns an audit entry for each, so that each says so in its own history.
 */
export async function releaseAllOf(tx: Transaction, adminId: string): Promise<AuditEntry[]> {
  const requests = await tx
    .select()
    .from(kycRequests)
    .where(and(eq(kycRequests.assigneeId, adminId), inArray(kycRequests.state, [...KYC_OPEN_STATES])))
    .orderBy(asc(kycRequests.id))
    .for("update");
  const entries: AuditEntry[] = [];
  for (const request of requests) {
    await changeRequest(tx, request.id, heldBy(null));
    entries.push({
      record: kycRecord(request),
      before: { state: request.state, assignee: adminId },
      after: { state: "pending", assignee: null },
    });
  }
  return entries;
}
