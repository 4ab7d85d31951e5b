import "server-only";
import { inArray, type SQL, sql } from "drizzle-orm";
import { type Database, database } from "@/lib/server/db/client";
import { imageSizes, images } from "@/lib/server/db/schema/content-entries";
import { removeStoredFiles } from "@/lib/server/files/stored-files";
import { isProcessStopping } from "@/lib/server/process/stopping";

const BATCH_SIZE = 50;

/**
 * Selects pictures that no publication, notification, event or draft uses. Collects the ids in all drafts once, instead of searching all drafts for
 * each picture.
 */
const unusedImagesQuery = (condition: SQL, held = sql``) => sql`
  with drafted as materialized (
    select distinct found[1]::uuid as id from entries e,
      regexp_matches(e.draft::text, '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}', 'gi') as found)
  select i.id from images i where ${condition}
    and not exists (select 1 from publication_images p where p.image_id = i.id)
    and not exists (select 1 from broadcasts b where b.image_id = i.id)
    and not exists (select 1 from events v where v.image_ids @> array[i.id])
    and not exists (select 1 from drafted d where d.id = i.id) ${held}`;

/** Deletes pictures that are older than a day and that nothing uses. @returns the number of deleted pictures */
export async function deleteUnusedImages(db: Database = database().db): Promise<number> {
  let deletedCount = 0;
  for (let found = BATCH_SIZE; found === BATCH_SIZE && !isProcessStopping(); )
    found = await db.transaction(async (tx) => {
      // Locks the pictures, so that drafts saved from now on can't use them.
      const { rows: held } = await tx.execute<{ id: string }>(
        unusedImagesQuery(
          sql`i.created_at < now() - interval '1 day'`,
          sql`order by i.created_at limit ${BATCH_SIZE} for update of i skip locked`,
        ),
      );
      if (!held.length) return 0;
      const idList = sql.join(
        held.map(({ id }) => sql`${id}::uuid`),
        sql`, `,
      );
      // Queries again under the lock, because drafts saved after the first query may use some of these pictures.
      const { rows } = await tx.execute<{ id: string }>(unusedImagesQuery(sql`i.id in (${idList})`));
      const ids = rows.map(({ id }) => id);
      if (!ids.length) return held.length;
      const sizes = await tx
        .delete(imageSizes)
        .where(inArray(imageSizes.imageId, ids))
        .returning({ fileId: imageSizes.fileId });
      await tx.delete(images).where(inArray(images.id, ids));
      await removeStoredFiles(
        tx,
        sizes.map(({ fileId }) => fileId),
      );
      deletedCount += ids.length;
      return held.length;
    });
  return deletedCount;
}
