import "server-only";
import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import type { RecordType } from "@/lib/contract/records";
import { canonicalJson } from "@/lib/server/base/canonical-json";
import type { Transaction } from "@/lib/server/db/client";
import { type AuditValues, auditTrails } from "@/lib/server/db/schema/system-logs";
import { withinLimits } from "./limits";

/** A record as the audit trail names it. */
export type RecordRef = { type: RecordType; id: string; name: string };

/** What a handler says about its change; who, when and where come from the request. */
export type AuditEntry = {
  record: RecordRef | null;
  before?: AuditValues;
  after?: AuditValues;
  /** Why this one was not done, where one call is about several: its row is a refused one. */
  refusal?: string;
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
 * @param rows of one person: a gate that was offline sends a hundred check-ins at once
 */
export async function appendAudit(tx: Transaction, ...rows: [AuditRow, ...AuditRow[]]): Promise<void> {
  const found = await tx.execute<{ id: string; hash: string }>(sql`select id, hash from audit_head for update`);
  const previous = found.rows[0];
  if (!previous) throw new Error("The audit chain has no head.");
  let head: AuditHead = { id: Number(previous.id), hash: previous.hash };
  const links = rows.map(storable).map((row) => {
    const [id, previousHash] = [head.id + 1, head.hash];
    head = { id, hash: auditDigest(id, previousHash, row) };
    return { ...row, ...head, previousHash };
  });
  const insert = tx.insert(auditTrails).values(links);
  // One statement: the fewer round trips, the shorter everybody else waits for the head.
  await tx.execute(sql`with head as (update audit_head set id = ${head.id}, hash = ${head.hash})
    , activity as (${addActivity(links)}) ${insert.getSQL()}`);
  appended.set(tx, [...appendedBy(tx), ...links.map(({ id, hash }) => ({ id, hash }))]);
}

/**
 * Of admins alone: citizens are too many to be added up here. Runs for nobody as well, without effect: an unknown email
 * must not be told from a known one by the statements.
 */
const addActivity = (rows: readonly AuditRow[]) => {
  const done = rows.filter(({ outcome }) => outcome === "done");
  const signIns = done.filter(({ action }) => action === SIGN_IN).length;
  const { adminId, adminName, at: firstAt } = rows[0] as AuditRow;
  const { action, at } = rows.at(-1) as AuditRow;
  return sql`insert into user_activities as u
      (user_id, name, actions, sign_ins, refused, first_at, last_at, last_action)
    select ${adminId}::uuid, ${adminName ?? ""}, ${done.length}::int, ${signIns}::int, ${rows.length - done.length}::int,
      ${firstAt}::timestamptz, ${at}::timestamptz, ${action}
    where exists (select 1 from admins where id = ${adminId}::uuid)
    on conflict (user_id) do update set name = excluded.name, actions = u.actions + excluded.actions,
      sign_ins = u.sign_ins + excluded.sign_ins, refused = u.refused + excluded.refused,
      last_at = excluded.last_at, last_action = excluded.last_action`;
};

/**
 * The row as it will be read back: what is hashed must be what is stored. JSON forgets undefined and dates, and Postgres
 * can hold neither NUL nor half a surrogate pair, which a refused input may bring into a refusal's sentence. What is
 * longer than a row may be is cut here, and nowhere else.
 */
export function storable({ at, ...row }: AuditRow): AuditRow {
  const text = canonicalJson(withinLimits(row)).replace(/\\(u0000|ud[89a-f]..|.)/g, (code) =>
    code.length === 6 ? "\\ufffd" : code,
  );
  return { ...(JSON.parse(text) as Omit<AuditRow, "at">), at };
}
