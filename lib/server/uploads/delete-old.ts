import "server-only";
import { asc, eq, inArray, lt } from "drizzle-orm";
import { type Database, database } from "@/lib/server/db/client";
import { directUploads, uploads } from "@/lib/server/db/schema/upload";
import { openBucket } from "@/lib/server/files/bucket";
import { removeStoredFiles } from "@/lib/server/files/stored-files";
import { isProcessStopping } from "@/lib/server/process/stopping";
import { DIRECT_UPLOAD_LIFE_MS, quarantineKey } from "./direct";
import { UPLOAD_LIFE_MS } from "./store";

const BATCH_SIZE = 100;

/** Deletes uploads that no record used within a day, with their files. */
export async function deleteOldUploads(db: Database = database().db): Promise<void> {
  for (let removedCount = BATCH_SIZE; removedCount === BATCH_SIZE && !isProcessStopping(); ) {
    removedCount = await db.transaction(async (tx) => {
      const oldUploads = await tx
        .select()
        .from(uploads)
        .where(lt(uploads.createdAt, new Date(Date.now() - UPLOAD_LIFE_MS)))
        .limit(BATCH_SIZE)
        .for("update", { skipLocked: true });
      const ids = oldUploads.map(({ id }) => id);
      if (ids.length) await tx.delete(uploads).where(inArray(uploads.id, ids));
      await removeStoredFiles(
        tx,
        oldUploads.map(({ fileId }) => fileId),
      );
      return oldUploads.length;
    });
  }
}

/** Deletes direct uploads older than an hour, completed or not, with their objects. @throws the bucket's error */
export async function deleteOldDirectUploads(db: Database = database().db): Promise<void> {
  while (!isProcessStopping() && (await deleteNextDirectUpload(db)));
}

const deleteNextDirectUpload = (db: Database) =>
  db.transaction(async (tx) => {
    const [row] = await tx
      .select({ id: directUploads.id })
      .from(directUploads)
      .where(lt(directUploads.createdAt, new Date(Date.now() - DIRECT_UPLOAD_LIFE_MS)))
      .orderBy(asc(directUploads.createdAt))
      .limit(1)
      .for("update", { skipLocked: true });
    if (!row) return false;
    await openBucket()?.remove(quarantineKey(row.id));
    await tx.delete(directUploads).where(eq(directUploads.id, row.id));
    return true;
  });
