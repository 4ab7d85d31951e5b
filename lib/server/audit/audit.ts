import "server-only";
import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import type { RecordType } from "@/lib/contract/record-kinds";
import { canonicalJson } from "@/lib/server/base/canonical-json";
import type { Transaction } from "@/lib/server/db/client";
import { type AuditValues, auditTrails } from "@/lib/server/db/schema/system-logs";
import { cutToLimits } from "./limits";

export type RecordRef = { type: RecordType; id: string; name: string };

/** A handler's description of its change. Actor, time and IP address are added from the request. */
export type AuditEntry = {
  record: RecordRef | null;
  before?: AuditValues;
  after?: AuditValues;
  /** Why this record was refused in a call about several records. Marks the row as refused. */
  refusal?: string;
};

export type AuditRow = Omit<typeof auditTrails.$inferSelect, "id" | "previousHash" | "hash">;
/** Head of the audit chain: the number of its last row and that row's hash. */
export type AuditChainHead = { id: number; hash: string };

/** Head of an empty chain. */
export const CHAIN_START: AuditChainHead = { id: 0, hash: "0".repeat(64) };

/** The call whose completed (`done`) rows count as sign-ins. */
export const SIGN_IN_API = "auth.verifySignIn";

/** Returns the SHA-256 hash of a row: of its position in the chain and all its columns. */
export const auditDigest = (id: number, previousHash: string, row: AuditRow) =>
  createHash("sha256")
    .update(canonicalJson({ ...row, at: row.at.toISOString(), id, previousHash }))
    .digest("hex");

/** Chain heads that each open transaction has added. */
const appendedChainHeads = new WeakMap<Transaction, AuditChainHead[]>();
export const chainHeadsAppendedBy = (tx: Transaction): readonly AuditChainHead[] => appendedChainHeads.get(tx) ?? [];

/**
 * Appends rows to the audit trail and to the admin's activity counters, in the caller's transaction. The head row stays
 * locked until the commit, which orders the chain. Call it last, to keep the lock short.
 * @param rows all of one person; a gate that was offline sends a hundred check-ins in one request
 */
export async function appendAudit(tx: Transaction, ...rows: [AuditRow, ...AuditRow[]]): Promise<void> {
  const found = await tx.execute<{ id: string; hash: string }>(sql`select id, hash from audit_head for update`);
  const previous = found.rows[0];
  if (!previous) throw new Error("The audit chain has no head.");
  let head: AuditChainHead = { id: Number(previous.id), hash: previous.hash };
  const chainRows = rows.map(toStorableRow).map((row) => {
    const [id, previousHash] = [head.id + 1, head.hash];
    head = { id, hash: auditDigest(id, previousHash, row) };
    return { ...row, ...head, previousHash };
  });
  const insert = tx.insert(auditTrails).values(chainRows);
  // A single statement, because every round trip extends the lock on the head row.
  await tx.execute(sql`with head as (update audit_head set id = ${head.id}, hash = ${head.hash})
    , activity as (${addActivitySql(chainRows)}) ${insert.getSQL()}`);
  appendedChainHeads.set(tx, [...chainHeadsAppendedBy(tx), ...chainRows.map(({ id, hash }) => ({ id, hash }))]);
}

/**
 * Returns SQL that adds the rows to an admin's activity counters. Citizens have none, because they are too many. Without an admin the
 * statement still runs without effect, so that timing does not reveal which emails are known.
 */
const addActivitySql = (rows: readonly AuditRow[]) => {
  const doneRows = rows.filter(({ outcome }) => outcome === "done");
  const signIns = doneRows.filter(({ action }) => action === SIGN_IN_API).length;
  const { adminId, adminName, at: firstAt } = rows[0] as AuditRow;
  const { action, at } = rows.at(-1) as AuditRow;
  return sql`insert into user_activities as u
      (user_id, name, actions, sign_ins, refused, first_at, last_at, last_action)
    select ${adminId}::uuid, ${adminName ?? ""}, ${doneRows.length}::int, ${signIns}::int, ${rows.length - doneRows.length}::int,
      ${firstAt}::timestamptz, ${at}::timestamptz, ${action}
    where exists (select 1 from admins where id = ${adminId}::uuid)
    on conflict (user_id) do update set name = excluded.name, actions = u.actions + excluded.actions,
      sign_ins = u.sign_ins + excluded.sign_ins, refused = u.refused + excluded.refused,
      last_at = excluded.last_at, last_action = excluded.last_action`;
};

/**
 * Returns the row as the database will return it, because its hash must match the stored row. JSON drops undefined and
 * converts dates. Removes NUL and half surrogate pairs, which Postgres can't store. Truncates texts to the row's
 * limits.
 */
export function toStorableRow({ at, ...row }: AuditRow): AuditRow {
  const text = canonicalJson(cutToLimits(row)).replace(/\\(u0000|ud[89a-f]..|.)/g, (code) =>
    code.length === 6 ? "\\ufffd" : code,
  );
  return { ...(JSON.parse(text) as Omit<AuditRow, "at">), at };
}
