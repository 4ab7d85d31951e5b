import "server-only";
import { and, asc, eq } from "drizzle-orm";
import type { HandlerContext, WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { fileAnswer } from "@/lib/server/api/file-answer";
import type { Queryable } from "@/lib/server/db/client";
import { ireportPhotos, ireports } from "@/lib/server/db/schema/ireport";
import { PDF } from "@/lib/server/files/check";
import { readStoredFile } from "@/lib/server/files/stored-files";
import { storeUpload } from "@/lib/server/uploads/store";
import { ireportRecord } from "./record";
import { type Viewer, visibleTo } from "./visibility";

/**
 * A photo in full, to the bearer of a token with the right; each view is on record.
 * @throws 404, also when the report does not exist for this admin
 */
export async function ireportPhoto({ db, admin, audit }: HandlerContext, ireportId: string, photoId: string) {
  const [found] = await db
    .select({ id: ireports.id, number: ireports.number, fileId: ireportPhotos.fileId, at: ireportPhotos.position })
    .from(ireportPhotos)
    .innerJoin(ireports, eq(ireports.id, ireportPhotos.ireportId))
    .where(and(eq(ireportPhotos.id, photoId), eq(ireports.id, ireportId), await visibleTo(db, admin)));
  const file = found && (await readStoredFile(db, found.fileId));
  if (!file) throw refuse.notFound("photo");
  audit({ record: ireportRecord(found), after: { viewed: `photo ${found.at + 1}` } });
  return fileAnswer(`${found.number}-${found.at + 1}.jpg`, file);
}

/** Small pictures of all photos of a report as data URIs: what a list shows of them. @throws 404 */
export async function ireportThumbnails(db: Queryable, admin: Viewer, ireportId: string) {
  const [report] = await db
    .select({ id: ireports.id })
    .from(ireports)
    .where(and(eq(ireports.id, ireportId), await visibleTo(db, admin)));
  if (!report) throw refuse.notFound("report");
  const photos = await db
    .select({ id: ireportPhotos.id, thumbnail: ireportPhotos.thumbnail })
    .from(ireportPhotos)
    .where(eq(ireportPhotos.ireportId, ireportId))
    .orderBy(asc(ireportPhotos.position), asc(ireportPhotos.id));
  return photos.map(({ id, thumbnail }) => ({ id, image: `data:image/jpeg;base64,${thumbnail.toString("base64")}` }));
}

/** Keeps an officer's photo for a resolution that follows. @throws 415 for a PDF */
export async function uploadPhoto({ tx, admin, audit, upload }: WriteContext) {
  if (upload?.contentType === PDF)
    throw refuse.file(415, "A report takes photos only, no PDF. Send a JPEG, PNG or WebP.");
  const { answer, after } = await storeUpload(tx, { adminId: admin.id }, upload);
  audit({ record: { type: "upload", id: answer.id, name: "" }, after });
  return answer;
}
