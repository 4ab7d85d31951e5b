import "server-only";
import { and, eq, lte, sql } from "drizzle-orm";
import { appendAudit } from "@/lib/server/audit/audit";
import { sealAfterCommit } from "@/lib/server/audit/seal-after-commit";
import type { Database, Transaction } from "@/lib/server/db/client";
import { users } from "@/lib/server/db/schema/user";
import type { MailKind } from "@/lib/server/outbox/queue";
import { updateVersionedRecord } from "@/lib/server/records/version";
import { emitUserWebhook } from "@/lib/server/webhooks/record-events";
import { notifyCitizenOfStatus } from "./notify-of-status";
import { userRecordRef } from "./single";
import type { UserRecord } from "./status";

const BATCH_SIZE = 200;

/** Lifts an expired restriction and notifies the citizen, with an audit row of the system. The caller must have locked the user's row. */
export async function liftExpiredRestriction(
  tx: Transaction,
  user: UserRecord,
  mailKind?: MailKind,
): Promise<UserRecord> {
  const reason = "The restriction ran out.";
  const liftedUser = await updateVersionedRecord(tx, users, user.id, {
    status: "active",
    restriction: null,
    legalBasis: null,
    restrictedUntil: null,
    statusReason: reason,
    statusMessage: null,
    statusChangedAt: user.restrictedUntil,
  });
  await emitUserWebhook(tx, "user.reinstated", liftedUser);
  await notifyCitizenOfStatus(tx, user, liftedUser, mailKind);
  const record = userRecordRef(user);
  await appendAudit(tx, {
    at: new Date(),
    adminId: null,
    adminName: null,
    action: "user.lift",
    outcome: "done",
    refusal: null,
    recordType: record.type,
    recordId: record.id,
    recordName: record.name,
    before: { status: user.status, restriction: user.restriction, legal_basis: user.legalBasis },
    after: { status: "active", restriction: null, legal_basis: null, reason },
    address: "",
    device: "",
    requestId: "",
  });
  return liftedUser;
}

/**
 * Lifts all expired restrictions; a scheduled task (process/timed-tasks.ts). Uses one transaction per user and skips
 * locked rows, so that instances can run it concurrently. @returns the number of lifted restrictions
 */
export async function liftExpiredRestrictions(db: Database): Promise<number> {
  for (let count = 0; count < BATCH_SIZE; count++) {
    const liftedCount = await db.transaction(async (tx) => {
      const [user] = await tx
        .select()
        .from(users)
        .where(and(eq(users.status, "restricted"), lte(users.restrictedUntil, sql`now()`)))
        .limit(1)
        .for("update", { skipLocked: true });
      if (user) await liftExpiredRestriction(tx, user, "bulk_mail");
      return { tx, more: Boolean(user) };
    });
    sealAfterCommit(liftedCount.tx);
    if (!liftedCount.more) return count;
  }
  return BATCH_SIZE;
}
