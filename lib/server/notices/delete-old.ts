import "server-only";
import { inArray, lt, sql } from "drizzle-orm";
import { NOTICE_KEPT_DAYS } from "@/lib/contract/notices.values";
import type { Database } from "@/lib/server/db/client";
import { notices } from "@/lib/server/db/schema/notices";

/** Rows of one statement, so that none locks many for long. */
const BATCH_SIZE = 5_000;

/** Deletes notices older than NOTICE_KEPT_DAYS, read or not. A timed task (process/timed-tasks.ts). */
export async function deleteOldNotices(db: Database): Promise<void> {
  const old = db
    .select({ id: notices.id })
    .from(notices)
    .where(lt(notices.createdAt, sql`now() - make_interval(days => ${NOTICE_KEPT_DAYS})`))
    .limit(BATCH_SIZE);
  for (let deleted = BATCH_SIZE; deleted === BATCH_SIZE; )
    deleted = (await db.delete(notices).where(inArray(notices.id, old))).rowCount ?? 0;
}
