import "server-only";
import { asc, inArray } from "drizzle-orm";
import type { UploadedImage } from "@/lib/contract/content-entries";
import type { Queryable } from "@/lib/server/db/client";
import { imageSizes, images } from "@/lib/server/db/schema/content-entries";
import { dataUri } from "@/lib/server/files/data-uri";

/** A stored size of a picture: width and height in px, and its file size in bytes. */
export type ImageSize = { width: number; height: number; bytes: number };
/** A picture's dimensions in px, and its stored sizes. */
export type Picture = { width: number; height: number; sizes: ImageSize[] };

/** Returns pictures by id, with their sizes, narrowest first. */
export async function picturesOf(db: Queryable, ids: readonly string[]): Promise<Map<string, Picture>> {
  if (!ids.length) return new Map();
  const [found, sizes] = await Promise.all([
    db
      .select({ id: images.id, width: images.width, height: images.height })
      .from(images)
      .where(inArray(images.id, [...ids])),
    db
      .select()
      .from(imageSizes)
      .where(inArray(imageSizes.imageId, [...ids]))
      .orderBy(asc(imageSizes.width)),
  ]);
  return new Map(
    found.map(({ id, width, height }) => [
      id,
      {
        width,
        height,
        sizes: sizes
          .filter(({ imageId }) => imageId === id)
          .map((size) => ({ width: size.width, height: size.height, bytes: size.bytes })),
      },
    ]),
  );
}

/** Returns pictures with thumbnails for a form. Omits deleted pictures. */
export async function imagesByIds(db: Queryable, ids: readonly string[]): Promise<{ items: UploadedImage[] }> {
  const pictures = await picturesOf(db, ids);
  const thumbnails = await db
    .select({ id: images.id, thumbnail: images.thumbnail })
    .from(images)
    .where(inArray(images.id, [...ids]));
  return {
    items: thumbnails.flatMap(({ id, thumbnail }) => {
      const picture = pictures.get(id);
      return picture ? { id, ...picture, thumbnail: dataUri("image/jpeg", thumbnail) } : [];
    }),
  };
}
