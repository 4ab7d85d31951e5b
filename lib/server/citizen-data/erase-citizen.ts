import "server-only";
import type { ErasurePlan } from "@/lib/contract/user-data";
import type { ErasedPart } from "@/lib/contract/user-data.values";
import { cancelApprovalsOf } from "@/lib/server/approvals/request-approval";
import { appendAudit } from "@/lib/server/audit/audit";
import { ERASED_ROWS_FIELD, eraseAuditRows, findAuditRowsToErase } from "@/lib/server/audit/erasures";
import { systemAuditRow } from "@/lib/server/audit/system-row";
import type { Transaction } from "@/lib/server/db/client";
import { citizenErasures } from "@/lib/server/db/schema/citizen-data";
import { users } from "@/lib/server/db/schema/user";
import { updateVersionedRecord } from "@/lib/server/records/version";
import type { UserRecord } from "@/lib/server/user/status";
import { emitUserWebhook } from "@/lib/server/webhooks/record-events";
import { ERASE_ROWS_OF_PART, eraseGuardedRows, PARTS_GUARDED_BY_DATABASE } from "./erase-rows";

/** An approved erasure. `approvalId`: null if the approval has the same id as the erasure. */
type Erasure = { id: string; approvalId: string | null; requestedBy: string; approvedBy: string };

/**
 * Erases the parts of an erasure plan, and stores the number of erased rows and what is kept. The user's row must be locked.
 * @returns values for the audit row, with which `verifyAuditChain` recognises the erased audit rows
 */
export async function eraseCitizen(tx: Transaction, user: UserRecord, erasure: Erasure, plan: ErasurePlan) {
  const { erased: parts, kept } = plan;
  // Emits the event before the user's app is erased: the event of a user without an app would be sent to every app.
  await emitUserWebhook(tx, "user.updated", await updateVersionedRecord(tx, users, user.id, {}));
  const erased: Partial<Record<ErasedPart, number>> = {};
  for (const part of parts)
    if (part !== "audit_trail" && part !== "service_audit_trail")
      erased[part] = await ERASE_ROWS_OF_PART[part](tx, user.id);
  const auditPart = parts.find((part) => part === "audit_trail" || part === "service_audit_trail");
  const auditRows =
    auditPart && (await findAuditRowsToErase(tx, user.id, auditPart === "audit_trail" ? "all" : "services"));
  if (auditPart && auditRows) erased[auditPart] = auditRows.ids.length;
  await tx.insert(citizenErasures).values({ ...erasure, userId: user.id, erased, kept });
  for (const part of PARTS_GUARDED_BY_DATABASE) if (parts.includes(part)) await eraseGuardedRows(tx, erasure.id, part);
  if (auditRows) await eraseAuditRows(tx, erasure.id, auditRows.ids);
  return { erased, kept, ...(auditRows && { [ERASED_ROWS_FIELD]: auditRows.digest }) };
}

/** Withdraws pending approval requests about the user, because the requests' texts and values are erased. */
export async function withdrawApprovalRequestsAbout(tx: Transaction, userId: string, exceptId?: string): Promise<void> {
  const target = { recordType: "user" as const, recordId: userId, except: exceptId };
  for (const entry of await cancelApprovalsOf(tx, target, "The data of the user was erased."))
    await appendAudit(tx, systemAuditRow("approvals.withdraw", entry));
}
