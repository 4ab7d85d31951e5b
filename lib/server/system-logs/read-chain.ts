import "server-only";
import { and, asc, eq, getTableColumns, gte, lte, sql } from "drizzle-orm";
import type { StoredAuditRow } from "@/lib/server/audit/digest";
import type { Queryable } from "@/lib/server/db/client";
import { auditSeals } from "@/lib/server/db/schema/audit-seals";
import { auditErasures } from "@/lib/server/db/schema/citizen-data";
import { auditTrails } from "@/lib/server/db/schema/system-logs";
import { bytesOfRow } from "./row-size";

/** Number of positions of the hash chain (seals) per query that reads the sizes of their audit rows. */
const BATCH_SIZE = 1_000;
/** Maximum bytes of rows that are read together; a single row may be larger. */
const MAX_CHUNK_BYTES = 2_000_000;

/** A position in the audit hash chain (a seal) and its row. `row` is null for a deleted row. `erasureId`: id of the erasure that lists it. */
export type SealedRow = typeof auditSeals.$inferSelect & { row: StoredAuditRow | null; erasureId: string | null };

/** Yields the positions of the hash chain from `from` to `last` with their rows, in batches limited by rows and bytes, without gaps. */
export async function* readSealedRows(db: Queryable, from: number, last: number) {
  const chunk = async (first: number, end: number) => ({
    from: first,
    to: end,
    seals: await sealsBetween(db, first, end),
  });
  for (let first = from; first <= last; first += BATCH_SIZE) {
    const end = Math.min(first + BATCH_SIZE - 1, last);
    let [start, bytes] = [first, 0];
    for (const row of await sizesBetween(db, first, end)) {
      if (bytes > 0 && bytes + row.bytes > MAX_CHUNK_BYTES) {
        yield chunk(start, row.position - 1);
        [start, bytes] = [row.position, 0];
      }
      bytes += row.bytes;
    }
    yield chunk(start, end);
  }
}

/** Returns the hash at a position of the audit hash chain, with its audit row. */
export const readSeal = async (db: Queryable, position: number): Promise<SealedRow | undefined> =>
  (await sealsBetween(db, position, position))[0];

const isBetween = (from: number, to: number) => and(gte(auditSeals.position, from), lte(auditSeals.position, to));

/**
 * Joins audit rows to their hashes in a range of the hash chain. The bounds make PostgreSQL read the rows by index in each partition:
 * without them it reads the whole trail for each batch. `offset 0` keeps it from searching for the lowest number in the index of all
 * seals.
 */
function isRowOfSeal(from: number, to: number) {
  const seals = sql`(select ${auditSeals.auditId} from ${auditSeals} where ${isBetween(from, to)} offset 0) range`;
  return and(
    eq(auditTrails.id, auditSeals.auditId),
    gte(auditTrails.id, sql`(select min(audit_id) from ${seals})`),
    lte(auditTrails.id, sql`(select max(audit_id) from ${seals})`),
  );
}

const sizesBetween = (db: Queryable, from: number, to: number) =>
  db
    .select({ position: auditSeals.position, bytes: sql<number>`coalesce(${bytesOfRow}, 0)` })
    .from(auditSeals)
    .leftJoin(auditTrails, isRowOfSeal(from, to))
    .where(isBetween(from, to))
    .orderBy(asc(auditSeals.position));

const sealsBetween = (db: Queryable, from: number, to: number): Promise<SealedRow[]> =>
  db
    .select({ ...getTableColumns(auditSeals), row: auditTrails, erasureId: auditErasures.erasureId })
    .from(auditSeals)
    .leftJoin(auditTrails, isRowOfSeal(from, to))
    .leftJoin(auditErasures, eq(auditErasures.auditId, auditSeals.auditId))
    .where(isBetween(from, to))
    .orderBy(asc(auditSeals.position));

/** Returns true if the audit trail has rows with this number or a higher one. */
export async function hasAuditRowsFrom(db: Queryable, id: number): Promise<boolean> {
  return (await db.select({ id: auditTrails.id }).from(auditTrails).where(gte(auditTrails.id, id)).limit(1)).length > 0;
}

/**
 * Returns the first row with a number over `after` and up to `to` that is not in the hash chain and does not wait for it; without `to`,
 * up to the newest. Uses one statement, because sealing a row moves its number from one table to another.
 */
export async function findUnsealedRow(db: Queryable, after: number, to: number | null): Promise<number | undefined> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select t.id from audit_trails t
    where t.id > ${after}::bigint ${to === null ? sql`` : sql`and t.id <= ${to}::bigint`}
      and not exists (select 1 from audit_seals s where s.audit_id = t.id)
      and not exists (select 1 from audit_waiting w where w.audit_id = t.id)
    order by t.id limit 1`);
  return rows[0] && Number(rows[0].id);
}
