import "server-only";
import { and, eq, lt } from "drizzle-orm";
import type { HandlerContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import type { Database } from "@/lib/server/db/client";
import { exports as table } from "@/lib/server/db/schema/system-logs";

/** Returns the progress of the caller's own download. @throws 404 */
export async function readExportProgress({ db, admin }: HandlerContext, exportId: string) {
  const [exportRow] = await db
    .select({ state: table.state, rows: table.rows, sent: table.sent })
    .from(table)
    .where(and(eq(table.id, exportId), eq(table.adminId, admin.id)));
  if (!exportRow) throw refuse.notFound("download");
  return exportRow;
}

/**
 * Deletes download links and progress older than a day; the audit trail keeps the exports. Runs as a scheduled task
 * (process/timed-tasks.ts).
 */
export async function deleteOldExports(db: Database): Promise<void> {
  await db.delete(table).where(lt(table.createdAt, new Date(Date.now() - 86_400_000)));
}
