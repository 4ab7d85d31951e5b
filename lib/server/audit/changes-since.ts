import "server-only";
import { sql } from "drizzle-orm";
import type { Queryable } from "@/lib/server/db/client";

/** Maximum number of listed changed records. With more, the client reloads everything. */
const MAX_LISTED = 200;
/** Maximum number of rows newly added to the hash chain (sealed) that one poll looks through. With more, the client reloads everything. */
const MAX_SEALS = 5_000;

/**
 * Returns the position of the newest row in the audit hash chain. Rows get their position after their commit, in the order in which they
 * become visible, so polling from the returned position misses nothing. A row appears up to a second after its commit.
 */
export async function latestChangePosition(db: Queryable): Promise<number> {
  const found = await db.execute<{ position: string }>(sql`select position from audit_seal_head`);
  return Number(found.rows[0]?.position ?? 0);
}

/**
 * Returns the ids of records changed since a position in the audit chain. `changed` is null if there are too many, or the position is
 * unknown.
 * @param changes SQL condition for audit rows of changes; the same text as the condition of a partial index (schema/system-logs.ts)
 */
export async function recordsChangedSince(db: Queryable, changes: string, since: number) {
  // Row numbers don't follow positions exactly, but no newly sealed row has a number below the lowest one of all. This
  // bound lets PostgreSQL use the index of changes, which has far fewer rows.
  const found = await db.execute<{ position: string; seals: string; records: string[] | null }>(sql`
    with new_seals as materialized (select audit_id from audit_seals where position > ${since}
      order by position limit ${MAX_SEALS + 1})
    select (select position from audit_seal_head) as position, (select count(*) from new_seals) as seals,
      (select array_agg(record_id) from (select record_id from audit_trails
        where ${sql.raw(changes)} and id >= (select min(audit_id) from new_seals)
          and id in (select audit_id from new_seals) limit ${MAX_LISTED + 1}) changed) as records`);
  const [row] = found.rows;
  const mark = Number(row?.position ?? 0);
  const records = row?.records ?? [];
  // A client's position can be ahead of the chain: earlier releases sent row numbers, and restoring a backup shortens the chain.
  const isUnknown = since > mark || Number(row?.seals) > MAX_SEALS || records.length > MAX_LISTED;
  return { mark, changed: isUnknown ? null : [...new Set(records)] };
}
