import "server-only";
import { sql } from "drizzle-orm";
import type { Queryable } from "@/lib/server/db/client";

/** Returns the number of audit rows not yet added to the hash chain, and the age of the first one in seconds; 0 if none waits. */
export async function readSealLag(db: Queryable): Promise<{ waiting: number; seconds: number }> {
  const { rows } = await db.execute<{ waiting: string; seconds: string }>(sql`
    select (select count(*) from audit_waiting) as waiting,
      coalesce((select greatest(0, extract(epoch from clock_timestamp() - t.at)) from audit_trails t
        where t.id = (select min(audit_id) from audit_waiting)), 0) as seconds`);
  return { waiting: Number(rows[0]?.waiting ?? 0), seconds: Number(rows[0]?.seconds ?? 0) };
}
