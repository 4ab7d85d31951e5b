import "server-only";
import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { canonicalJson } from "./canonical-json";
import type { Transaction } from "./db/client";
import { type AuditValues, auditTrails } from "./db/schema/system-logs";

/** What a handler says about its change; who, when and where come from the request. */
export type AuditEntry = {
  record: { type: string; id: string; name: string } | null;
  before?: AuditValues;
  after?: AuditValues;
};

export type AuditRow = Omit<typeof auditTrails.$inferSelect, "id" | "previousHash" | "hash">;

/** The text that a row's hash is made of: its place in the chain, then every column. */
export const auditDigest = (id: number, previousHash: string, row: AuditRow) =>
  createHash("sha256")
    .update(canonicalJson({ ...row, at: row.at.toISOString(), id, previousHash }))
    .digest("hex");

/**
 * Appends to the audit trail inside the caller's transaction. The head row stays locked until the commit, so the chain
 * has one order; call it last, to hold it briefly.
 */
export async function appendAudit(tx: Transaction, row: AuditRow): Promise<{ id: number; hash: string }> {
  const head = await tx.execute<{ id: string; hash: string }>(sql`select id, hash from audit_head for update`);
  const previous = head.rows[0];
  if (!previous) throw new Error("The audit chain has no head.");
  const id = Number(previous.id) + 1;
  // jsonb forgets undefined and dates; what is hashed must be what is read back.
  const stored: AuditRow = { ...row, before: plain(row.before), after: plain(row.after) };
  const hash = auditDigest(id, previous.hash, stored);
  await tx.insert(auditTrails).values({ ...stored, id, previousHash: previous.hash, hash });
  await tx.execute(sql`update audit_head set id = ${id}, hash = ${hash}`);
  return { id, hash };
}

const plain = (values: AuditValues | null) =>
  values === null ? null : (JSON.parse(canonicalJson(values)) as AuditValues);
