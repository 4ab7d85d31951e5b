import "server-only";
import { and, eq, isNotNull } from "drizzle-orm";
import type { Queryable } from "@/lib/server/db/client";
import { auditTrails } from "@/lib/server/db/schema/system-logs";
import { type BatchRecord, GRANT_BATCH } from "./batch-record";

/** Admins who said what a batch pays, by their ids: who made it, and who took rows out. Somebody else approves it. */
export async function makersOf(
  db: Queryable,
  { id, createdBy }: Pick<BatchRecord, "id" | "createdBy">,
): Promise<Set<string>> {
  const removers = await db
    .selectDistinct({ adminId: auditTrails.adminId })
    .from(auditTrails)
    .where(
      and(
        eq(auditTrails.recordType, GRANT_BATCH),
        eq(auditTrails.recordId, id),
        eq(auditTrails.action, "grant.removeRows"),
        eq(auditTrails.outcome, "done"),
        isNotNull(auditTrails.adminId),
      ),
    );
  return new Set([createdBy, ...removers.flatMap(({ adminId }) => adminId ?? [])]);
}
