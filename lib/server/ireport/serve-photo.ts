import "server-only";
import { and, asc, eq, inArray, lt } from "drizzle-orm";
import { MAX_PHOTOS_IN_LIST_ROW } from "@/lib/contract/ireport.values";
import type { HandlerContext, WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { fileResponse } from "@/lib/server/api/file-response";
import { idsSummary } from "@/lib/server/audit/changes";
import { ireportPhotos, ireports } from "@/lib/server/db/schema/ireport";
import { PDF_MEDIA_TYPE } from "@/lib/server/files/check";
import { dataUri } from "@/lib/server/files/data-uri";
import { readStoredFile } from "@/lib/server/files/stored-files";
import { storeUpload } from "@/lib/server/uploads/store";
import { ireportRecordRef } from "./record";
import { visibleReportsFilter } from "./visibility";

/** Returns a report's photo in full size, and logs the view. @throws 404, also if the admin may not see the report */
export async function readIreportPhoto({ db, admin, audit }: HandlerContext, ireportId: string, photoId: string) {
  const [found] = await db
    .select({ id: ireports.id, number: ireports.number, fileId: ireportPhotos.fileId, at: ireportPhotos.position })
    .from(ireportPhotos)
    .innerJoin(ireports, eq(ireports.id, ireportPhotos.ireportId))
    .where(and(eq(ireportPhotos.id, photoId), eq(ireports.id, ireportId), await visibleReportsFilter(db, admin)));
  const file = found && (await readStoredFile(db, found.fileId));
  if (!file) throw refuse.notFound("photo");
  audit({ record: ireportRecordRef(found), after: { viewed: `photo ${found.at + 1}` } });
  return fileResponse(`${found.number}-${found.at + 1}.jpg`, file);
}

/** Returns thumbnails of all photos of a report as data URIs, and logs them as one view. @throws 404 */
export async function readIreportThumbnails({ db, admin, audit }: HandlerContext, ireportId: string) {
  const [report] = await db
    .select({ id: ireports.id, number: ireports.number })
    .from(ireports)
    .where(and(eq(ireports.id, ireportId), await visibleReportsFilter(db, admin)));
  if (!report) throw refuse.notFound("report");
  const photos = await db
    .select({ id: ireportPhotos.id, thumbnail: ireportPhotos.thumbnail })
    .from(ireportPhotos)
    .where(eq(ireportPhotos.ireportId, ireportId))
    .orderBy(asc(ireportPhotos.position), asc(ireportPhotos.id));
  audit({ record: ireportRecordRef(report), after: { viewed: "thumbnails", photos: photos.length } });
  return photos.map(({ id, thumbnail }) => ({ id, image: dataUri("image/jpeg", thumbnail) }));
}

/**
 * Returns thumbnails of the first photos of each report on a list page. Logs one view that names all of these reports with photos. Omits
 * reports that the admin may not see.
 */
export async function thumbnailsForReportList({ db, admin, audit }: HandlerContext, ids: string) {
  const photos = await db
    .select({ report_id: ireportPhotos.ireportId, thumbnail: ireportPhotos.thumbnail })
    .from(ireportPhotos)
    .innerJoin(ireports, eq(ireports.id, ireportPhotos.ireportId))
    .where(
      and(
        inArray(ireports.id, ids.split(",")),
        lt(ireportPhotos.position, MAX_PHOTOS_IN_LIST_ROW),
        await visibleReportsFilter(db, admin),
      ),
    )
    .orderBy(asc(ireportPhotos.ireportId), asc(ireportPhotos.position), asc(ireportPhotos.id));
  const reports = [...new Set(photos.map(({ report_id }) => report_id))];
  audit({ record: null, after: { viewed: "thumbnails", photos: photos.length, reports: idsSummary(reports) } });
  return photos.map(({ report_id, thumbnail }) => ({ report_id, image: dataUri("image/jpeg", thumbnail) }));
}

/** Stores an officer's photo for a resolution. @throws 415 for a PDF */
export async function uploadPhoto({ tx, admin, audit, upload }: WriteContext) {
  if (upload?.contentType === PDF_MEDIA_TYPE)
    throw refuse.file(415, "A report takes photos only, no PDF. Send a JPEG, PNG, WebP or HEIC.");
  const { answer, after } = await storeUpload(tx, { adminId: admin.id }, upload);
  audit({ record: { type: "upload", id: answer.id, name: "" }, after });
  return answer;
}
