import "server-only";
import { getTableColumns, sql } from "drizzle-orm";
import type { RecordType } from "@/lib/contract/record-kinds";
import { canonicalJson } from "@/lib/server/base/canonical-json";
import type { Transaction } from "@/lib/server/db/client";
import type { CompiledStatement } from "@/lib/server/db/compiled-statement";
import { type AuditValues, auditTrails } from "@/lib/server/db/schema/system-logs";
import { sendWithNext } from "@/lib/server/db/transaction";
import { type AuditRow, commitmentOf } from "./digest";
import { truncateAuditRow } from "./limits";

/** The record that an audit row is about, with its name at that time. */
export type RecordRef = { type: RecordType; id: string; name: string };

/** A handler's description of its change. Actor, time and IP address are added from the request. */
export type AuditEntry = {
  record: RecordRef | null;
  before?: AuditValues;
  after?: AuditValues;
  /** Why this record was refused in a call about several records. Marks the audit row as refused. */
  refusal?: string;
};

/** The call whose audit rows count as sign-ins, if their outcome is `done`. */
export const SIGN_IN_API = "auth.verifySignIn";

/** Transactions in which audit rows were added. */
const writingTransactions = new WeakSet<Transaction>();
/** Returns true if audit rows were added in this transaction. */
export const hasAuditRows = (tx: Transaction) => writingTransactions.has(tx);

/** Appends rows to the audit trail, in the caller's transaction. They are added to the hash chain after the commit (seal-after-commit.ts). */
export async function appendAudit(tx: Transaction, ...rows: [AuditRow, ...AuditRow[]]): Promise<void> {
  await tx.insert(auditTrails).values(rows.map(toAuditInsertValues));
  writingTransactions.add(tx);
}

const { id, previousHash, hash, ...INSERTED_COLUMNS } = getTableColumns(auditTrails);
/** Returns the INSERT statement of an audit row, with placeholders. api/call.ts appends a `returning` clause. */
export const auditRowInsert = () => {
  const names = Object.values(INSERTED_COLUMNS).map(({ name }) => sql.identifier(name));
  const values = Object.keys(INSERTED_COLUMNS).map((field) => sql.placeholder(field));
  return sql`insert into ${auditTrails} (${sql.join(names, sql`, `)}) values (${sql.join(values, sql`, `)})`;
};

/**
 * Sends the INSERT of one audit row together with the transaction's next statement or its commit, which then throws an error of the INSERT.
 * @param insert `auditRowInsert`, possibly with more placeholders, whose values are in `more`
 */
export async function appendAuditWithNextStatement(
  tx: Transaction,
  insert: CompiledStatement,
  row: AuditRow,
  more: Record<string, unknown> = {},
): Promise<void> {
  const { at, before, after, ...columns } = toAuditInsertValues(row);
  const json = (values: AuditValues | null) => values && JSON.stringify(values);
  const values = { ...columns, at: at.toISOString(), before: json(before), after: json(after) };
  await sendWithNext(tx, insert, { ...values, ...more });
  writingTransactions.add(tx);
}

/** Returns the row as it is stored, with the digest of its personal part. */
export function toAuditInsertValues(row: AuditRow) {
  const stored = toStorableAuditRow(row);
  return { ...stored, ...commitmentOf(stored) };
}

/**
 * Returns the row as the database will return it, because its hash must match the stored row. JSON drops undefined and converts
 * dates. Removes NUL and half surrogate pairs, which Postgres can't store. Truncates texts to the row's limits.
 */
export function toStorableAuditRow({ at, ...row }: AuditRow): AuditRow {
  const text = canonicalJson(truncateAuditRow(row)).replace(/\\(u0000|ud[89a-f]..|.)/g, (code) =>
    code.length === 6 ? "\\ufffd" : code,
  );
  return { ...(JSON.parse(text) as Omit<AuditRow, "at">), at };
}
