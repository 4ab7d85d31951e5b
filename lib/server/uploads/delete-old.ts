import "server-only";
import { inArray, lt } from "drizzle-orm";
import { type Database, database } from "@/lib/server/db/client";
import { uploads } from "@/lib/server/db/schema/upload";
import { removeFiles } from "@/lib/server/files/stored-files";
import { isStopping } from "@/lib/server/process/stopping";
import { LIFE_MS } from "./store";

const BATCH = 100;

/** Deletes uploads that no record used within a day, with their files. */
export async function deleteOldUploads(db: Database = database().db): Promise<void> {
  for (let removed = BATCH; removed === BATCH && !isStopping(); ) {
    removed = await db.transaction(async (tx) => {
      const old = await tx
        .select()
        .from(uploads)
        .where(lt(uploads.createdAt, new Date(Date.now() - LIFE_MS)))
        .limit(BATCH)
        .for("update", { skipLocked: true });
      const ids = old.map(({ id }) => id);
      if (ids.length) await tx.delete(uploads).where(inArray(uploads.id, ids));
      await removeFiles(
        tx,
        old.map(({ fileId }) => fileId),
      );
      return old.length;
    });
  }
}
