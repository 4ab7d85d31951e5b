import "server-only";
import { type SQL, sql } from "drizzle-orm";
import type { RecordType } from "@/lib/contract/record-kinds";
import { canonicalJson } from "@/lib/server/base/canonical-json";
import type { Transaction } from "@/lib/server/db/client";
import { type AuditValues, auditTrails } from "@/lib/server/db/schema/system-logs";
import { executeWithNext } from "@/lib/server/db/transaction";
import { type AuditRow, commitmentOf } from "./digest";
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

/** The call whose completed (`done`) rows count as sign-ins. */
export const SIGN_IN_API = "auth.verifySignIn";

/** Transactions that added audit rows. */
const writingTransactions = new WeakSet<Transaction>();
export const hasAuditRows = (tx: Transaction) => writingTransactions.has(tx);

/** Appends rows to the audit trail, in the caller's transaction. They are sealed after the commit (seal-after-commit.ts). */
export async function appendAudit(tx: Transaction, ...rows: [AuditRow, ...AuditRow[]]): Promise<void> {
  await tx.insert(auditTrails).values(rows.map(toInsertedRow));
  writingTransactions.add(tx);
}

/**
 * Like `appendAudit`, but sent together with the transaction's next statement or its commit, which throws its errors.
 * @param also expression that the same statement computes for each row, to save a round trip
 */
export async function appendAuditWithNext(tx: Transaction, rows: readonly AuditRow[], also?: SQL): Promise<void> {
  const insert = tx.insert(auditTrails).values(rows.map(toInsertedRow)).getSQL();
  await executeWithNext(tx, also ? sql`${insert} returning ${also}` : insert);
  writingTransactions.add(tx);
}

/** Returns the row as it is stored, with the digest of its personal part. */
export function toInsertedRow(row: AuditRow) {
  const stored = toStorableRow(row);
  return { ...stored, ...commitmentOf(stored) };
}

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
