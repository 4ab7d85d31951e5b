import "server-only";
import { sql } from "drizzle-orm";
import type { Database } from "@/lib/server/db/client";
import { sessions } from "@/lib/server/db/schema/session";
import { isProcessStopping } from "@/lib/server/process/stopping";

/** Days after its end or expiry for which a session is kept, so that a client with its token learns why it ended. */
const KEPT_DAYS = 90;
/** Number of sessions deleted per transaction. */
const BATCH_SIZE = 1_000;

/**
 * Deletes sessions that ended or expired 90 days ago, in batches. The audit trail keeps the sign-ins. A timed task.
 * @returns the number of deleted sessions
 */
export async function deleteOldSessions(db: Database, batchSize = BATCH_SIZE): Promise<number> {
  const before = new Date(Date.now() - KEPT_DAYS * 86_400_000);
  for (let count = 0; ; ) {
    const deleted = await db.execute(sql`delete from ${sessions} where id = any(array(
      select id from ${sessions} where least(ended_at, expires_at) < ${before} limit ${batchSize} for update skip locked))`);
    count += deleted.rowCount ?? 0;
    if ((deleted.rowCount ?? 0) < batchSize || isProcessStopping()) return count;
  }
}
