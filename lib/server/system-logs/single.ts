import "server-only";
import { eq, getTableColumns } from "drizzle-orm";
import { refuse } from "@/lib/server/api/errors";
import { changesOf } from "@/lib/server/audit/changes";
import { replaceAdminIdsByNames } from "@/lib/server/audit/name-admins";
import type { Queryable } from "@/lib/server/db/client";
import { auditSeals } from "@/lib/server/db/schema/audit-seals";
import { auditErasures } from "@/lib/server/db/schema/citizen-data";
import { auditTrails } from "@/lib/server/db/schema/system-logs";
import { actorEmail } from "./actor";
import { toAuditTrailRow } from "./list";
import { shownRecordName, truncatedRefusal } from "./row-size";

/** Returns one row of the audit trail, with its changes and its position in the chain. @throws 404 */
export async function readAuditRowDetails(db: Queryable, id: string) {
  const [row] = await db
    .select({
      ...getTableColumns(auditTrails),
      refusal: truncatedRefusal,
      recordName: shownRecordName,
      adminEmail: actorEmail,
      position: auditSeals.position,
      hash: auditSeals.hash,
      previousHash: auditSeals.previousHash,
      erasureId: auditErasures.erasureId,
    })
    .from(auditTrails)
    .leftJoin(auditSeals, eq(auditSeals.auditId, auditTrails.id))
    .leftJoin(auditErasures, eq(auditErasures.auditId, auditTrails.id))
    .where(eq(auditTrails.id, Number(id)));
  if (!row) throw refuse.notFound("audit row");
  const [{ changes } = { changes: [] }] = await replaceAdminIdsByNames(db, [
    { changes: changesOf(row.before, row.after) },
  ]);
  return {
    ...toAuditTrailRow(row),
    device: row.device,
    request_id: row.requestId,
    refusal: row.refusal,
    changes,
    erased: row.erasureId !== null,
    position: row.position,
    hash: row.hash,
    previous_hash: row.previousHash,
  };
}
