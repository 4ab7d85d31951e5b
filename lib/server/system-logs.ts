import "server-only";
import { and, eq, gte, lt, sql } from "drizzle-orm";
import type { AuditTrailRow } from "@/lib/contract/system-logs";
import { changesOf } from "./audit-changes";
import { auditTrails } from "./db/schema/system-logs";
import { refuse } from "./errors";
import { cappedCount, likePrefix, orderOf } from "./list";
import { api } from "./spine";
import { endOfDay, startOfDay } from "./time";

const toRow = (row: typeof auditTrails.$inferSelect): AuditTrailRow => ({
  id: String(row.id),
  at: row.at.toISOString(),
  admin: row.adminId && row.adminName ? { id: row.adminId, name: row.adminName } : null,
  action: row.action,
  record:
    row.recordType && row.recordId ? { type: row.recordType, id: row.recordId, name: row.recordName ?? "" } : null,
  address: row.address,
  outcome: row.outcome,
});

/** Newest first; ids grow with time, so the primary key serves the default order. */
const auditTrailList = api.systemLogs.auditTrails.handler(async ({ input, context: { db } }) => {
  const where = and(
    input.admin ? eq(auditTrails.adminId, input.admin) : undefined,
    input.action ? eq(auditTrails.action, input.action) : undefined,
    input.outcome ? eq(auditTrails.outcome, input.outcome) : undefined,
    input.from ? gte(auditTrails.at, startOfDay(input.from)) : undefined,
    input.to ? lt(auditTrails.at, endOfDay(input.to)) : undefined,
    input.q ? sql`lower(${auditTrails.recordName}) like ${likePrefix(input.q.trim().toLowerCase())}` : undefined,
  );
  const rows = await db
    .select()
    .from(auditTrails)
    .where(where)
    .orderBy(orderOf(input.sort ?? "-at", { at: [] }, auditTrails.id))
    .limit(input.size)
    .offset(input.page * input.size);
  const count = await cappedCount(db, auditTrails, where);
  return { items: rows.map(toRow), page: input.page, size: input.size, ...count };
});

const auditTrail = api.systemLogs.auditTrail.handler(async ({ input, context: { db } }) => {
  const [row] = await db
    .select()
    .from(auditTrails)
    .where(eq(auditTrails.id, Number(input.auditTrailId)));
  if (!row) throw refuse.notFound("audit row");
  return {
    ...toRow(row),
    device: row.device,
    request_id: row.requestId,
    refusal: row.refusal,
    changes: changesOf(row.before, row.after),
    hash: row.hash,
    previous_hash: row.previousHash,
  };
});

export const systemLogs = { auditTrails: auditTrailList, auditTrail };
