import "server-only";
import type { UserDataRequests } from "@/lib/contract/user-data";
import { type ErasedPart, partInSentence } from "@/lib/contract/user-data.values";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import type { Approval, ApprovalHandler } from "@/lib/server/approvals/approval-handler";
import { cancelRequestsOf, requestApproval } from "@/lib/server/approvals/request-approval";
import { appendAudit } from "@/lib/server/audit/audit";
import { ERASED_ROWS_FIELD, eraseAuditRows, findAuditRowsToErase } from "@/lib/server/audit/erasures";
import { systemRow } from "@/lib/server/audit/system-row";
import type { Transaction } from "@/lib/server/db/client";
import { citizenErasures } from "@/lib/server/db/schema/citizen-data";
import { users } from "@/lib/server/db/schema/user";
import { lockFlags } from "@/lib/server/kyc/refresh-flags";
import { saveVersion } from "@/lib/server/records/version";
import { refuseUnknownUser, userRecord } from "@/lib/server/user/single";
import { emitUser } from "@/lib/server/webhooks/record-events";
import { lockUserRow } from "./correct";
import { ERASE_PART } from "./erase-rows";
import { NOTHING_LEFT, planErasure } from "./erasure-plan";
import { readDataRequests } from "./read-requests";

/**
 * Requests the erasure of a citizen's data as far as no law requires to keep it.
 * @throws 404; 409 if the account is open, nothing is left to erase, or a request waits already
 */
export async function requestErasure(
  { tx, admin, audit }: WriteContext,
  { userId, reason }: { userId: string; reason: string },
): Promise<UserDataRequests> {
  const user = await refuseUnknownUser(tx, userId);
  const { obstacle, erased } = await planErasure(tx, user);
  if (obstacle) throw refuse.conflict(obstacle);
  if (!erased.length) throw refuse.conflict(NOTHING_LEFT);
  const approval = await requestApproval(tx, {
    kind: "user.eraseData",
    record: userRecord(user),
    change: `Erase permanently what no law requires to keep: ${erased.map(partInSentence).join("; ")}`,
    payload: {},
    requestedBy: admin.id,
    reason,
  });
  audit({ record: userRecord(user), after: { awaiting_approval: approval.change, reason } });
  return readDataRequests(tx, userId);
}

/** Erases what the law allows at the time of the approval, and records the number of rows and what stays. */
export const approveErasure: ApprovalHandler = {
  // Flags are locked before rows, as in a submission.
  lock: (tx) => lockFlags(tx),
  async approve(tx, approval, approverId) {
    // Requests are locked before the user, as in the approval of a correction.
    await withdrawOtherRequests(tx, approval);
    const user = await lockUserRow(tx, approval.recordId);
    const { obstacle, erased: parts, kept } = await planErasure(tx, user);
    if (obstacle) throw refuse.conflict(obstacle);
    // Before the app of the user is erased: the event of a user without an app goes to every app.
    await emitUser(tx, "user.updated", await saveVersion(tx, users, user.id, {}));
    const erased: Partial<Record<ErasedPart, number>> = {};
    for (const part of parts) if (part !== "audit_trail") erased[part] = await ERASE_PART[part](tx, user.id);
    const auditRows = parts.includes("audit_trail") ? await findAuditRowsToErase(tx, user.id) : null;
    if (auditRows) erased.audit_trail = auditRows.ids.length;
    await tx.insert(citizenErasures).values({
      id: approval.id,
      userId: user.id,
      requestedBy: approval.requestedBy,
      approvedBy: approverId,
      erased,
      kept,
    });
    if (auditRows) await eraseAuditRows(tx, approval.id, auditRows.ids);
    return { after: { erased, kept, ...(auditRows && { [ERASED_ROWS_FIELD]: auditRows.digest }) } };
  },
};

/** Withdraws the waiting requests about the user, because their texts and values are erased. */
async function withdrawOtherRequests(tx: Transaction, { id, recordType, recordId }: Approval): Promise<void> {
  const target = { recordType, recordId, except: id };
  for (const entry of await cancelRequestsOf(tx, target, "The data of the user was erased."))
    await appendAudit(tx, systemRow("approvals.withdraw", entry));
}
