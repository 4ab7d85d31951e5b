import "server-only";
import { inArray, sql } from "drizzle-orm";
import { type Database, database } from "@/lib/server/db/client";
import { imageSizes, images } from "@/lib/server/db/schema/entries";
import { removeFiles } from "@/lib/server/files";

const BATCH = 50;

/**
 * Removes pictures that nothing shows: older than a day, and in no draft, publication or notification.
 * @returns how many
 */
export async function sweepImages(db: Database = database().db): Promise<number> {
  let swept = 0;
  for (let removed = BATCH; removed === BATCH; swept += removed)
    removed = await db.transaction(async (tx) => {
      // Held, so that a draft that takes one at this moment either comes first or finds it gone.
      const { rows } = await tx.execute<{ id: string }>(sql`
        select i.id from images i
        where i.created_at < now() - interval '1 day'
          and not exists (select 1 from publication_images p where p.image_id = i.id)
          and not exists (select 1 from broadcasts b where b.image_id = i.id)
          and not exists (select 1 from entries e where e.draft::text like '%' || i.id::text || '%')
        order by i.created_at limit ${BATCH} for update of i skip locked`);
      const ids = rows.map(({ id }) => id);
      if (!ids.length) return 0;
      const sizes = await tx
        .delete(imageSizes)
        .where(inArray(imageSizes.imageId, ids))
        .returning({ fileId: imageSizes.fileId });
      await tx.delete(images).where(inArray(images.id, ids));
      await removeFiles(
        tx,
        sizes.map(({ fileId }) => fileId),
      );
      return ids.length;
    });
  return swept;
}
