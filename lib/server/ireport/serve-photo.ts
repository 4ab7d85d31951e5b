import "server-only";
import { and, asc, eq, inArray, lt } from "drizzle-orm";
import { IREPORT_LIST_PHOTOS } from "@/lib/contract/ireport.values";
import type { HandlerContext, WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { fileAnswer } from "@/lib/server/api/file-answer";
import { severalOf } from "@/lib/server/audit/changes";
import { ireportPhotos, ireports } from "@/lib/server/db/schema/ireport";
import { PDF } from "@/lib/server/files/check";
import { dataUri } from "@/lib/server/files/data-uri";
import { readStoredFile } from "@/lib/server/files/stored-files";
import { storeUpload } from "@/lib/server/uploads/store";
import { ireportRecord } from "./record";
import { visibleTo } from "./visibility";

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

/** Small pictures of all photos of a report as data URIs; one audit row for all of them. @throws 404 */
export async function ireportThumbnails({ db, admin, audit }: HandlerContext, ireportId: string) {
  const [report] = await db
    .select({ id: ireports.id, number: ireports.number })
    .from(ireports)
    .where(and(eq(ireports.id, ireportId), await visibleTo(db, admin)));
  if (!report) throw refuse.notFound("report");
  const photos = await db
    .select({ id: ireportPhotos.id, thumbnail: ireportPhotos.thumbnail })
    .from(ireportPhotos)
    .where(eq(ireportPhotos.ireportId, ireportId))
    .orderBy(asc(ireportPhotos.position), asc(ireportPhotos.id));
  audit({ record: ireportRecord(report), after: { viewed: "thumbnails", photos: photos.length } });
  return photos.map(({ id, thumbnail }) => ({ id, image: dataUri("image/jpeg", thumbnail) }));
}

/**
 * Small pictures of the first photos of reports, for a page of the list. One audit row names all reports whose photos are in
 * the answer. Reports that do not exist for this admin are left out.
 */
export async function listThumbnails({ db, admin, audit }: HandlerContext, ids: string) {
  const photos = await db
    .select({ report_id: ireportPhotos.ireportId, thumbnail: ireportPhotos.thumbnail })
    .from(ireportPhotos)
    .innerJoin(ireports, eq(ireports.id, ireportPhotos.ireportId))
    .where(
      and(
        inArray(ireports.id, ids.split(",")),
        lt(ireportPhotos.position, IREPORT_LIST_PHOTOS),
        await visibleTo(db, admin),
      ),
    )
    .orderBy(asc(ireportPhotos.ireportId), asc(ireportPhotos.position), asc(ireportPhotos.id));
  const reports = [...new Set(photos.map(({ report_id }) => report_id))];
  audit({ record: null, after: { viewed: "thumbnails", photos: photos.length, reports: severalOf(reports) } });
  return photos.map(({ report_id, thumbnail }) => ({ report_id, image: dataUri("image/jpeg", thumbnail) }));
}

/** Keeps an officer's photo for a resolution that follows. @throws 415 for a PDF */
export async function uploadPhoto({ tx, admin, audit, upload }: WriteContext) {
  if (upload?.contentType === PDF)
    throw refuse.file(415, "A report takes photos only, no PDF. Send a JPEG, PNG or WebP.");
  const { answer, after } = await storeUpload(tx, { adminId: admin.id }, upload);
  audit({ record: { type: "upload", id: answer.id, name: "" }, after });
  return answer;
}
