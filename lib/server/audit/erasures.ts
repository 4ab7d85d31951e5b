import "server-only";
import { createHash } from "node:crypto";
import { asc, eq, sql } from "drizzle-orm";
import type { Queryable, Transaction } from "@/lib/server/db/client";
import { auditErasures } from "@/lib/server/db/schema/citizen-data";

/** Field of the audit row of an approved erasure: the digest of the numbers of the audit rows that it erased. */
export const ERASED_ROWS_FIELD = "erased_audit_rows";

/** Audit action of the system's erasure of a customer's identity after the retention period. */
export const ERASE_IDENTITY_ACTION = "user.eraseIdentity";

const digestOf = (ids: readonly number[]) =>
  createHash("sha256")
    .update(ids.toSorted((a, b) => a - b).join(","))
    .digest("hex");

/**
 * Finds the audit rows about a citizen whose personal part is not erased yet.
 * @param scope all, or only those about reports, grant applications and tickets
 * @returns the numbers of these audit rows, and a digest of the numbers
 */
export async function findAuditRowsToErase(tx: Transaction, userId: string, scope: "all" | "services") {
  const rowsAbout = sql.identifier(scope === "all" ? "audit_rows_about" : "audit_rows_about_services");
  const { rows } = await tx.execute<{ id: string }>(sql`select id from ${rowsAbout}(${userId}::uuid) as about(id)
    where not exists (select 1 from ${auditErasures} where ${auditErasures.auditId} = about.id)`);
  const ids = rows.map(({ id }) => Number(id));
  return { ids, digest: digestOf(ids) };
}

/**
 * Erases the personal part of audit rows: name and values of the record, refusal, salt, and the name of a citizen who acted. The erasure's
 * own row must be stored first. The database refuses an audit row that is not about the erased citizen.
 */
export async function eraseAuditRows(tx: Transaction, erasureId: string, ids: readonly number[]): Promise<void> {
  await tx.execute(sql`select erase_audit_rows(${erasureId}::uuid, ${sql.param(ids)}::bigint[])`);
}

/**
 * Returns a function that checks whether an erasure is on record: approved, and with an audit row that contains the digest
 * of exactly its rows. Audit rows are chained, so nobody can add a row to an old erasure. Results are cached.
 */
export function createErasureCheck(db: Queryable): (erasureId: string) => Promise<boolean> {
  const results = new Map<string, Promise<boolean>>();
  return (erasureId) => {
    const result = results.get(erasureId) ?? isOnRecord(db, erasureId);
    results.set(erasureId, result);
    return result;
  };
}

async function isOnRecord(db: Queryable, erasureId: string): Promise<boolean> {
  const rows = await db
    .select({ id: auditErasures.auditId })
    .from(auditErasures)
    .where(eq(auditErasures.erasureId, erasureId))
    .orderBy(asc(auditErasures.auditId));
  const digest = digestOf(rows.map(({ id }) => id));
  const found = await db.execute(sql`select 1 from citizen_erasures e
    join approvals a on a.id = coalesce(e.approval_id, e.id)
    join audit_trails t on t.record_type = 'user' and t.record_id = e.user_id::text
    where e.id = ${erasureId} and a.state = 'approved'
      and (a.kind, t.action) in (('user.eraseData', 'approvals.decide'), ('user.runRetention', ${ERASE_IDENTITY_ACTION}))
      and t.outcome = 'done' and t.after ->> ${ERASED_ROWS_FIELD} = ${digest} limit 1`);
  return found.rows.length > 0;
}
