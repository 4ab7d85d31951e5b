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
/** A link of the chain: the number of a row and its hash. */
export type AuditHead = { id: number; hash: string };

/** What the first row follows. */
export const CHAIN_START: AuditHead = { id: 0, hash: "0".repeat(64) };

/** The call whose done rows are sign-ins. */
export const SIGN_IN = "auth.verifySignIn";

/** The text that a row's hash is made of: its place in the chain, then every column. */
export const auditDigest = (id: number, previousHash: string, row: AuditRow) =>
  createHash("sha256")
    .update(canonicalJson({ ...row, at: row.at.toISOString(), id, previousHash }))
    .digest("hex");

/** The links that a transaction has added, until it commits. */
const appended = new WeakMap<Transaction, AuditHead[]>();
export const appendedBy = (tx: Transaction): readonly AuditHead[] => appended.get(tx) ?? [];

/**
 * Appends to the audit trail inside the caller's transaction, and to the person's sums. The head row stays locked until
 * the commit, so the chain has one order; call it last, to hold it briefly.
 */
export async function appendAudit(tx: Transaction, row: AuditRow): Promise<AuditHead> {
  const found = await tx.execute<{ id: string; hash: string }>(sql`select id, hash from audit_head for update`);
  const previous = found.rows[0];
  if (!previous) throw new Error("The audit chain has no head.");
  const id = Number(previous.id) + 1;
  const stored = storable(row);
  const hash = auditDigest(id, previous.hash, stored);
  const insert = tx.insert(auditTrails).values({ ...stored, id, previousHash: previous.hash, hash });
  // One statement: the fewer round trips, the shorter everybody else waits for the head.
  await tx.execute(sql`with head as (update audit_head set id = ${id}, hash = ${hash})
    , activity as (${addActivity(stored)}) ${insert.getSQL()}`);
  const head = { id, hash };
  appended.set(tx, [...appendedBy(tx), head]);
  return head;
}

/**
 * Of admins alone: citizens are too many to be added up here. Runs for nobody as well, without effect: an unknown email
 * must not be told from a known one by the statements.
 */
const addActivity = ({ adminId, adminName, action, outcome, at }: AuditRow) => {
  const done = outcome === "done" ? 1 : 0;
  const signIn = done && action === SIGN_IN ? 1 : 0;
  return sql`insert into user_activities as u
      (user_id, name, actions, sign_ins, refused, first_at, last_at, last_action)
    select ${adminId}::uuid, ${adminName ?? ""}, ${done}::int, ${signIn}::int, ${1 - done}::int, ${at}::timestamptz,
      ${at}::timestamptz, ${action} where exists (select 1 from admins where id = ${adminId}::uuid)
    on conflict (user_id) do update set name = excluded.name, actions = u.actions + excluded.actions,
      sign_ins = u.sign_ins + excluded.sign_ins, refused = u.refused + excluded.refused,
      last_at = excluded.last_at, last_action = excluded.last_action`;
};

/**
 * The row as it will be read back: what is hashed must be what is stored. JSON forgets undefined and dates, and Postgres
 * can hold neither NUL nor half a surrogate pair, which a refused input may bring into a refusal's sentence.
 */
export function storable({ at, ...row }: AuditRow): AuditRow {
  const text = canonicalJson(row).replace(/\\(u0000|ud[89a-f]..|.)/g, (code) => (code.length === 6 ? "\\ufffd" : code));
  return { ...(JSON.parse(text) as Omit<AuditRow, "at">), at };
}
