import "server-only";
import { and, eq } from "drizzle-orm";
import type { HandlerContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { fileResponse } from "@/lib/server/api/file-response";
import type { Database, Queryable } from "@/lib/server/db/client";
import { grantApplications, grantDocuments } from "@/lib/server/db/schema/grant";
import { PDF_MEDIA_TYPE } from "@/lib/server/files/check";
import { readDocumentPage } from "@/lib/server/files/pages";
import { readStoredFile } from "@/lib/server/files/stored-files";
import { applicationRecordRef } from "./application-record";

type FileRef = { applicationId: string; documentId: string };
type PageRef = { page: number; thumbnail?: "yes" };

/**
 * Returns a page of an application's document as an image, or its thumbnail, which old PDFs lack. Replaced documents are available too.
 * Every response with file content is logged as a view (docs/rules.md, Privacy).
 * @throws 404; 422 for an old PDF whose pages can't be drawn
 */
export async function readGrantDocument({ db, audit }: HandlerContext, { page, thumbnail, ...ref }: FileRef & PageRef) {
  const { document, application } = await findDocument(db, ref);
  const thumbnailFile = document.thumbnail && { bytes: Buffer.from(document.thumbnail), contentType: "image/jpeg" };
  const file = thumbnail ? thumbnailFile : await readDocumentPage(db as Database, document.fileId, page);
  if (!file) throw refuse.notFound(thumbnail ? "thumbnail" : "document");
  audit({
    record: applicationRecordRef(application),
    after: {
      viewed: documentLabelOf(document),
      page: document.contentType === PDF_MEDIA_TYPE && !thumbnail ? page : undefined,
      thumbnail: thumbnail ? true : undefined,
      replaced_at: document.replacedAt?.toISOString(),
    },
  });
  return fileResponse(`${fileNameOf(application, document)}${page > 1 ? `-${page}` : ""}.jpg`, file);
}

/** Returns the original file as a download. A PDF is not converted, so it may contain harmful content. @throws 404 */
export async function readOriginalDocument({ db, audit }: HandlerContext, ref: FileRef) {
  const { document, application } = await findDocument(db, ref);
  const file = await readStoredFile(db, document.fileId);
  if (!file) throw refuse.notFound("document");
  const after = { downloaded_original: documentLabelOf(document), replaced_at: document.replacedAt?.toISOString() };
  audit({ record: applicationRecordRef(application), after });
  return fileResponse(
    `${fileNameOf(application, document)}${file.contentType === PDF_MEDIA_TYPE ? ".pdf" : ".jpg"}`,
    file,
  );
}

const documentLabelOf = ({ label }: { label: string }) => label || "Sent on request";
const fileNameOf = ({ reference }: { reference: string }, { label }: { label: string }) =>
  `${reference}-${label.toLowerCase().replace(/[^a-z0-9]+/g, "-") || "document"}`;

async function findDocument(db: Queryable, { applicationId, documentId }: FileRef) {
  const [found] = await db
    .select({
      document: {
        label: grantDocuments.label,
        fileId: grantDocuments.fileId,
        contentType: grantDocuments.contentType,
        thumbnail: grantDocuments.thumbnail,
        replacedAt: grantDocuments.replacedAt,
      },
      application: { id: grantApplications.id, reference: grantApplications.reference },
    })
    .from(grantDocuments)
    .innerJoin(grantApplications, eq(grantApplications.id, grantDocuments.applicationId))
    .where(and(eq(grantDocuments.id, documentId), eq(grantDocuments.applicationId, applicationId)));
  if (!found) throw refuse.notFound("document");
  return found;
}
