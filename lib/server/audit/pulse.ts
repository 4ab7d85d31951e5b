import "server-only";
import { sql } from "drizzle-orm";
import type { Queryable } from "@/lib/server/db/client";

/** More than this at once, and it is simpler to read everything again. */
const NAMED = 200;

/**
 * The newest change that the audit trail has of one kind of record. Its rows get their numbers in the order of their
 * commits (anyone who appends holds the head), so nothing that is committed later has a smaller one: a mark misses nothing.
 * @param changes which rows are changes, in the words of their index (schema/system-logs.ts)
 */
export async function markOf(db: Queryable, changes: string): Promise<number> {
  const found = await db.execute<{ mark: string | null }>(
    sql`select max(id) as mark from audit_trails where ${sql.raw(changes)}`,
  );
  return Number(found.rows[0]?.mark ?? 0);
}

/** What changed after a mark: one short look at the end of an index. `changed` is null where it is too much to name. */
export async function pulseOf(db: Queryable, changes: string, since: number) {
  const found = await db.execute<{ id: string; record: string }>(sql`
    select id, record_id as record from audit_trails where ${sql.raw(changes)} and id > ${since}
    order by id desc limit ${NAMED + 1}`);
  return {
    mark: Math.max(since, Number(found.rows[0]?.id ?? 0)),
    changed: found.rows.length > NAMED ? null : [...new Set(found.rows.map(({ record }) => record))],
  };
}
