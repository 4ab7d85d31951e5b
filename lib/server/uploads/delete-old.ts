import "server-only";
import { inArray, lt } from "drizzle-orm";
import { type Database, database } from "@/lib/server/db/client";
import { uploads } from "@/lib/server/db/schema/upload";
import { removeFiles } from "@/lib/server/files/stored-files";
import { isStopping } from "@/lib/server/process/stopping";
import { UPLOAD_LIFE_MS } from "./store";

const BATCH_SIZE = 100;

/** Deletes uploads that no record used within a day, with their files. */
export async function deleteOldUploads(db: Database = database().db): Promise<void> {
  for (let removedCount = BATCH_SIZE; removedCount === BATCH_SIZE && !isStopping(); ) {
    removedCount = await db.transaction(async (tx) => {
      const oldUploads = await tx
        .select()
        .from(uploads)
        .where(lt(uploads.createdAt, new Date(Date.now() - UPLOAD_LIFE_MS)))
        .limit(BATCH_SIZE)
        .for("update", { skipLocked: true });
      const ids = oldUploads.map(({ id }) => id);
      if (ids.length) await tx.delete(uploads).where(inArray(uploads.id, ids));
      await removeFiles(
        tx,
        oldUploads.map(({ fileId }) => fileId),
      );
      return oldUploads.length;
    });
  }
}
