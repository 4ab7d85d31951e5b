import "server-only";
import { eq } from "drizzle-orm";
import { refuse } from "@/lib/server/api/errors";
import { type AuditEntry, appendAudit } from "@/lib/server/audit/audit";
import type { Queryable, Transaction } from "@/lib/server/db/client";
import { broadcasts } from "@/lib/server/db/schema/broadcasts";

/** Database row of a broadcast: a notification to many citizens. */
export type BroadcastRecord = typeof broadcasts.$inferSelect;

/** Record type of broadcasts in the audit trail and approvals. */
export const BROADCAST_RECORD_TYPE = "broadcast" as const;
/** Returns the reference to a broadcast for audit rows and approvals. */
export const broadcastRecordRef = ({ id, title }: Pick<BroadcastRecord, "id" | "title">) => ({
  type: BROADCAST_RECORD_TYPE,
  id,
  name: title,
});

/** Returns a broadcast. @throws 404 */
export async function broadcastById(db: Queryable, id: string): Promise<BroadcastRecord> {
  const [found] = await db.select().from(broadcasts).where(eq(broadcasts.id, id));
  if (!found) throw refuse.notFound("notification");
  return found;
}

/** Returns the broadcast and locks its row until the transaction ends, so that no batch of it starts before then. @throws 404 */
export async function lockBroadcast(tx: Transaction, id: string): Promise<BroadcastRecord> {
  const [found] = await tx.select().from(broadcasts).where(eq(broadcasts.id, id)).for("no key update");
  if (!found) throw refuse.notFound("notification");
  return found;
}

/** Writes the audit row for a change that the system makes to a broadcast. Call it as the last step of the transaction. */
export async function auditSystemBroadcastChange(
  tx: Transaction,
  action: string,
  broadcast: Pick<BroadcastRecord, "id" | "title">,
  { before, after }: Pick<AuditEntry, "before" | "after">,
): Promise<void> {
  const { type, id, name } = broadcastRecordRef(broadcast);
  await appendAudit(tx, {
    at: new Date(),
    adminId: null,
    adminName: null,
    action,
    outcome: "done",
    refusal: null,
    recordType: type,
    recordId: id,
    recordName: name,
    before: before ?? null,
    after: after ?? null,
    address: "",
    device: "",
    requestId: "",
  });
}
