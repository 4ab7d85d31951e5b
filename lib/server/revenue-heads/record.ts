import "server-only";
import { asc, eq, sql } from "drizzle-orm";
import { refuse } from "@/lib/server/api/errors";
import { ADVISORY_LOCKS } from "@/lib/server/db/advisory-locks";
import type { Queryable, Transaction } from "@/lib/server/db/client";
import { revenueHeads } from "@/lib/server/db/schema/revenue-heads";

/** Database row of a revenue head: its names and account from a day on. */
export type RevenueHeadRecord = typeof revenueHeads.$inferSelect;

/** Record type of revenue heads in approvals and the audit trail. Their id is the code. */
export const REVENUE_HEAD_RECORD_TYPE = "revenue_head" as const;

/** Returns the reference (type, id and name) to a revenue head for audit rows and approvals. */
export const headRecordRef = ({ code, name }: Pick<RevenueHeadRecord, "code" | "name">) => ({
  type: REVENUE_HEAD_RECORD_TYPE,
  id: code,
  name: `${code} ${name}`,
});

/** Returns the fields of a row for audit rows. */
export const headAuditFields = (row: Omit<RevenueHeadRecord, "id" | "createdAt" | "version">) => ({
  starts_on: row.startsOn,
  name: row.name,
  ministry: row.ministry,
  account: headAccountText(row),
  is_active: row.isActive,
});

/** Formats the bank account of a revenue head: "0123456789, Zenith Bank", or "none". */
export const headAccountText = ({ accountNumber, bankName }: Pick<RevenueHeadRecord, "accountNumber" | "bankName">) =>
  accountNumber ? `${accountNumber}, ${bankName}` : "none";

/** Returns all rows of a revenue head, earliest first. */
export const readRowsOfHead = (db: Queryable, code: string): Promise<RevenueHeadRecord[]> =>
  db.select().from(revenueHeads).where(eq(revenueHeads.code, code)).orderBy(asc(revenueHeads.startsOn));

/** Locks all revenue heads against payments and other changes until the transaction ends. Changes are rare and short. */
export const lockRevenueHeads = (tx: Transaction) =>
  tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.revenueHeads})`);

/** Locks all revenue heads against changes until the transaction ends. Payments share the lock. */
export const shareRevenueHeadsLock = (tx: Transaction) =>
  tx.execute(sql`select pg_advisory_xact_lock_shared(${ADVISORY_LOCKS.revenueHeads})`);

/** Locks all revenue heads until the commit, and returns the rows of one. Other changes and payments wait. @throws 404 */
export async function lockHeadRows(tx: Transaction, code: string): Promise<RevenueHeadRecord[]> {
  await lockRevenueHeads(tx);
  const rows = await readRowsOfHead(tx, code);
  if (!rows.length) throw refuse.notFound("revenue head");
  return rows;
}

/** Returns the row that applies on a day; undefined before the first one. Expects rows of one revenue head, earliest first. */
export const headRowOn = <T extends { startsOn: string }>(rows: readonly T[], day: string): T | undefined =>
  rows.findLast(({ startsOn }) => startsOn <= day);

/** Returns a number that increases with every change of a revenue head. */
export const headVersion = (rows: readonly Pick<RevenueHeadRecord, "version">[]) =>
  rows.reduce((sum, { version }) => sum + version, 0);
