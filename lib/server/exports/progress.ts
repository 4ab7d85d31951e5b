import "server-only";
import { and, eq, lt } from "drizzle-orm";
import type { HandlerContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import type { Database } from "@/lib/server/db/client";
import { exports as table } from "@/lib/server/db/schema/system-logs";

/** How far the caller's own download has come. @throws 404 */
export async function exportProgress({ db, admin }: HandlerContext, exportId: string) {
  const [run] = await db
    .select({ state: table.state, rows: table.rows, sent: table.sent })
    .from(table)
    .where(and(eq(table.id, exportId), eq(table.adminId, admin.id)));
  if (!run) throw refuse.notFound("download");
  return run;
}

/** Links and progress older than a day; what was exported stays on record. Run now and then (see process/timed-tasks.ts). */
export async function forgetOldExports(db: Database): Promise<void> {
  await db.delete(table).where(lt(table.createdAt, new Date(Date.now() - 86_400_000)));
}
