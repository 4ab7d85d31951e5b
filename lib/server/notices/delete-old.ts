import "server-only";
import { eq, inArray, lt, sql } from "drizzle-orm";
import { NOTICE_RETENTION_DAYS } from "@/lib/contract/notices.values";
import type { Database } from "@/lib/server/db/client";
import { admins } from "@/lib/server/db/schema/admin";
import { noticeSettings, notices } from "@/lib/server/db/schema/notices";

/** Rows per statement, so that no statement locks many rows for long. */
const BATCH_SIZE = 5_000;

/**
 * Deletes notices older than NOTICE_RETENTION_DAYS, read or not. Also deletes the notices and settings of deleted admins: a transaction
 * that began before the deletion may have stored some after it. A timed task (process/timed-tasks.ts).
 */
export async function deleteOldNotices(db: Database): Promise<void> {
  const old = db
    .select({ id: notices.id })
    .from(notices)
    .where(lt(notices.createdAt, sql`now() - make_interval(days => ${NOTICE_RETENTION_DAYS})`))
    .limit(BATCH_SIZE);
  for (let deleted = BATCH_SIZE; deleted === BATCH_SIZE; )
    deleted = (await db.delete(notices).where(inArray(notices.id, old))).rowCount ?? 0;
  const deletedAdmins = db.select({ id: admins.id }).from(admins).where(eq(admins.status, "deleted"));
  await db.delete(notices).where(inArray(notices.adminId, deletedAdmins));
  await db.delete(noticeSettings).where(inArray(noticeSettings.id, deletedAdmins));
}
