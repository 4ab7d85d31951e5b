import "server-only";
import { asc, eq, sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { refuse } from "@/lib/server/api/errors";
import type { Queryable, Transaction } from "@/lib/server/db/client";
import { ireportPhotos } from "@/lib/server/db/schema/ireport";
import { PDF_MEDIA_TYPE } from "@/lib/server/files/check";
import { consumeUploads } from "@/lib/server/uploads/consume";
import type { UploadOwner } from "@/lib/server/uploads/store";

/** Selects a report's photos in the order of their positions, each with the id of its message, without image data. */
export const selectReportPhotos = (db: Queryable, ireportId: string) =>
  db
    .select({
      id: ireportPhotos.id,
      messageId: ireportPhotos.messageId,
      width: ireportPhotos.width,
      height: ireportPhotos.height,
    })
    .from(ireportPhotos)
    .where(eq(ireportPhotos.ireportId, ireportId))
    .orderBy(asc(ireportPhotos.position), asc(ireportPhotos.id));

/** Report, and optionally its message, to which photos are attached. `messageId` is null for photos sent with the report itself. */
type PhotoOwner = { ireportId: string; messageId: string | null };

/**
 * Converts uploads to photos of a report. Uploads are re-encoded without location and camera metadata (lib/server/files/picture.ts).
 * @throws 400 if an upload no longer exists or is not a picture
 */
export async function attachPhotos(
  tx: Transaction,
  owner: UploadOwner,
  ids: readonly string[],
  { ireportId, messageId }: PhotoOwner,
): Promise<void> {
  if (!ids.length) return;
  const uploads = await consumeUploads(tx, owner, ids);
  const [lastPhoto] = await tx
    .select({ position: sql<number>`coalesce(max(${ireportPhotos.position}), -1)::int` })
    .from(ireportPhotos)
    .where(eq(ireportPhotos.ireportId, ireportId));
  const firstPosition = (lastPhoto?.position ?? -1) + 1;
  await tx.insert(ireportPhotos).values(
    uploads.map(({ fileId, contentType, width, height, thumbnail }, index) => {
      if (contentType === PDF_MEDIA_TYPE || !thumbnail) throw refuse.badInput(PHOTOS_ONLY, { photos: PHOTOS_ONLY });
      return { id: uuid(), ireportId, messageId, fileId, width, height, thumbnail, position: firstPosition + index };
    }),
  );
}

const PHOTOS_ONLY = "A report takes photos only, no PDF. Send a JPEG, PNG, WebP or HEIC.";
