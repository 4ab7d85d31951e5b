import "server-only";
import { eq, sql } from "drizzle-orm";
import { KYC_OPEN_STATES, type KycState } from "@/lib/contract/kyc.values";
import { fullName } from "@/lib/server/api/context";
import type { Transaction } from "@/lib/server/db/client";
import { kycRequests } from "@/lib/server/db/schema/kyc";
import { lockRecord } from "@/lib/server/records/version";

/** Database row of a KYC request. */
export type KycRequest = typeof kycRequests.$inferSelect;

/** Returns true if a request in this state waits for an officer. */
export const isOpenKycState = (state: KycState) => (KYC_OPEN_STATES as readonly KycState[]).includes(state);

/** Returns the record of a request in the audit trail and in approvals. */
export const kycRecordRef = (request: Pick<KycRequest, "id" | "reference" | "firstName" | "lastName">) => ({
  type: "kyc" as const,
  id: request.id,
  name: `${request.reference} ${fullName(request)}`,
});

/** Returns a request's record in notices: its reference without the name, because pushes and mails leave the office. */
export const kycNoticeRecordRef = ({ id, reference }: Pick<KycRequest, "id" | "reference">) => ({
  type: "kyc" as const,
  id,
  name: reference,
});

/** Returns the request, locked until the transaction ends. @throws 404 */
export async function lockKycRequest(tx: Transaction, kycId: string): Promise<KycRequest> {
  const request = await lockRecord(tx, kycRequests, kycId, "identity request");
  return request;
}

/** Returns the column values of a request that is assigned to an admin, or to nobody. */
export const assignmentColumns = (adminId: string | null) => {
  const assignedAt = adminId ? new Date() : null;
  const state: KycState = adminId ? "in_review" : "pending";
  return { state, assigneeId: adminId, claimedAt: assignedAt, activeAt: assignedAt };
};

/** Records that the assigned officer worked on a request, so that it is not released as idle (release-idle.ts). */
export const updateRequestActivity = (tx: Transaction, kycId: string) =>
  tx.update(kycRequests).set({ activeAt: new Date() }).where(eq(kycRequests.id, kycId));

/** Changes columns of a locked request and increments its version. */
export const updateKycRequest = (tx: Transaction, kycId: string, values: Partial<KycRequest>) =>
  tx
    .update(kycRequests)
    .set({ ...values, version: sql`${kycRequests.version} + 1` })
    .where(eq(kycRequests.id, kycId));
