import "server-only";
import { sql } from "drizzle-orm";
import type { Queryable } from "@/lib/server/db/client";

/** Maximum number of listed changed records. With more, the client reloads everything. */
const MAX_LISTED = 200;

/**
 * Returns the number of the newest audit row about a kind of record. Row numbers follow the order of commits, because
 * appending locks the head row. So polling from the returned number misses nothing.
 * @param changes SQL condition for rows that are changes, with the same text as its index (schema/system-logs.ts)
 */
export async function latestChangeId(db: Queryable, changes: string): Promise<number> {
  const found = await db.execute<{ mark: string | null }>(
    sql`select max(id) as mark from audit_trails where ${sql.raw(changes)}`,
  );
  return Number(found.rows[0]?.mark ?? 0);
}

/** Returns the records changed since an audit row, by a short index scan. `changed` is null if there are too many. */
export async function recordsChangedSince(db: Queryable, changes: string, since: number) {
  const found = await db.execute<{ id: string; record: string }>(sql`
    select id, record_id as record from audit_trails where ${sql.raw(changes)} and id > ${since}
    order by id desc limit ${MAX_LISTED + 1}`);
  return {
    mark: Math.max(since, Number(found.rows[0]?.id ?? 0)),
    changed: found.rows.length > MAX_LISTED ? null : [...new Set(found.rows.map(({ record }) => record))],
  };
}
