import "server-only";
import { and, eq, inArray, sql } from "drizzle-orm";
import { refuse } from "@/lib/server/api/errors";
import type { Queryable } from "@/lib/server/db/client";
import { imageSizes } from "@/lib/server/db/schema/content-entries";
import { dataUri } from "@/lib/server/files/data-uri";
import { readStoredFile } from "@/lib/server/files/stored-files";
import { isPublicationInForceSql, joinCurrentPublication } from "./current-publication";

/** Selects for each picture the narrowest stored size that is at least `width` px wide, or else the widest. */
const nearestSizes = (db: Queryable, ids: readonly string[], width: number) =>
  db
    .selectDistinctOn([imageSizes.imageId])
    .from(imageSizes)
    .where(inArray(imageSizes.imageId, [...ids]))
    .orderBy(imageSizes.imageId, sql`${imageSizes.width} < ${width}`, sql`abs(${imageSizes.width} - ${width})`);

/** Returns pictures as data URIs, by id, in the stored size closest to `width` px. Omits pictures that can't be read. */
export async function imageDataUris(
  db: Queryable,
  ids: readonly string[],
  width: number,
): Promise<Map<string, string>> {
  const uris = new Map<string, string>();
  for (const { imageId, fileId } of ids.length ? await nearestSizes(db, ids, width) : []) {
    const file = await readStoredFile(db, fileId).catch(() => null);
    if (file) uris.set(imageId, dataUri(file.contentType, file.bytes));
  }
  return uris;
}

const inlineResponse = (file: { bytes: Buffer; contentType: string }, cache: string, etag: string) => ({
  headers: {
    "content-disposition": "inline",
    "content-security-policy": "default-src 'none'; sandbox",
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "cross-origin",
    "cache-control": cache,
    etag,
  },
  body: new Blob([new Uint8Array(file.bytes)], { type: file.contentType }),
});

const EMPTY_FILE = { bytes: Buffer.alloc(0), contentType: "image/webp" };

/** Returns a picture for an admin who may read it, 960 px wide by default. @throws 404 */
export async function imageForEditor(db: Queryable, imageId: string, width = 960) {
  const [size] = await nearestSizes(db, [imageId], width);
  const file = size && (await readStoredFile(db, size.fileId));
  if (!file) throw refuse.notFound("picture");
  return inlineResponse(file, "private, max-age=86400", `"${imageId}-${width}"`);
}

/**
 * Returns a public picture: of a live publication, of the next version of a legal text, of a sent notification, or of an event that is or
 * was live. Includes pictures for user groups, whose URLs can't be guessed.
 * @param isKnown returns true if the client already has the picture with this ETag; its file is then not read
 * @throws 404, also for pictures that are not public
 */
export async function publicImage(
  db: Queryable,
  { imageId, width }: { imageId: string; width: number },
  isKnown: (etag: string) => boolean = () => false,
) {
  const { rows } = await db.execute(sql`
    select 1 where exists (
      select 1 from publication_images i join entries e on e.id = i.entry_id ${joinCurrentPublication}
      where i.image_id = ${imageId}::uuid and e.archived_at is null and (
        (i.number = held.number and ${isPublicationInForceSql}) or (e.kind in ('terms', 'privacy') and i.number = upcoming.number)))
    or exists (select 1 from broadcasts b where b.image_id = ${imageId}::uuid
      and (b.state in ('sending', 'paused', 'sent') or (b.state = 'cancelled' and b.started_at is not null)))
    or exists (select 1 from events v where v.image_ids @> array[${imageId}::uuid] and v.state <> 'draft')`);
  if (!rows.length) throw refuse.notFound("picture");
  const [exactSize] = await db
    .select()
    .from(imageSizes)
    .where(and(eq(imageSizes.imageId, imageId), eq(imageSizes.width, width)));
  const etag = `"${imageId}-${width}"`;
  const file = exactSize && (isKnown(etag) ? EMPTY_FILE : await readStoredFile(db, exactSize.fileId));
  if (!file) throw refuse.notFound("picture");
  return inlineResponse(file, "public, max-age=3600", etag);
}
