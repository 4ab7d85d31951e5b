import "server-only";
import { and, asc, eq } from "drizzle-orm";
import type { HandlerContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { fileResponse } from "@/lib/server/api/file-response";
import type { Database, Queryable } from "@/lib/server/db/client";
import { kycDocuments, kycRequests } from "@/lib/server/db/schema/kyc";
import { PDF_MEDIA_TYPE } from "@/lib/server/files/check";
import { dataUri } from "@/lib/server/files/data-uri";
import { readDocumentPage } from "@/lib/server/files/pages";
import { readStoredFile } from "@/lib/server/files/stored-files";

type DocumentRef = { kycId: string; documentId: string };

/**
 * Returns one page of a document as a picture. Logs every response as a view, prefetched ones too (docs/rules.md, Privacy).
 * @throws 404; 422 for an old PDF whose pages can't be rendered
 */
export async function readKycDocumentPage(
  { db, audit }: HandlerContext,
  { page, ...ref }: DocumentRef & { page: number },
) {
  const found = await readDocument(db, ref);
  const file = await readDocumentPage(db as Database, found.fileId, page);
  if (!file) throw refuse.notFound("document");
  const viewed = { viewed: found.kind, page: found.contentType === PDF_MEDIA_TYPE ? page : undefined };
  audit({ record: kycRecordOf(ref, found), after: { ...viewed, replaced_at: found.replacedAt?.toISOString() } });
  return fileResponse(`${found.reference}-${found.kind}${page > 1 ? `-${page}` : ""}.jpg`, file);
}

/** Returns the original file of a document as a download. A PDF is not sanitised, so it may contain malicious content. @throws 404 */
export async function readOriginalKycDocument({ db, audit }: HandlerContext, ref: DocumentRef) {
  const found = await readDocument(db, ref);
  const file = await readStoredFile(db, found.fileId);
  if (!file) throw refuse.notFound("document");
  const auditValues = { downloaded_original: found.kind, replaced_at: found.replacedAt?.toISOString() };
  audit({ record: kycRecordOf(ref, found), after: auditValues });
  return fileResponse(`${found.reference}-${found.kind}${file.contentType === PDF_MEDIA_TYPE ? ".pdf" : ".jpg"}`, file);
}

const kycRecordOf = ({ kycId }: DocumentRef, { reference }: { reference: string }) => ({
  type: "kyc" as const,
  id: kycId,
  name: reference,
});

async function readDocument(db: Queryable, { kycId, documentId }: DocumentRef) {
  const [found] = await db
    .select({
      kind: kycDocuments.kind,
      fileId: kycDocuments.fileId,
      contentType: kycDocuments.contentType,
      replacedAt: kycDocuments.replacedAt,
      reference: kycRequests.reference,
    })
    .from(kycDocuments)
    .innerJoin(kycRequests, eq(kycRequests.id, kycDocuments.kycId))
    .where(and(eq(kycDocuments.id, documentId), eq(kycDocuments.kycId, kycId)));
  if (!found) throw refuse.notFound("document");
  return found;
}

/** Returns all thumbnails as data URIs, replaced ones too, and logs them as one view. Old PDFs have no thumbnail. */
export async function readKycThumbnails({ db, audit }: HandlerContext, kycId: string) {
  const [request] = await db.select().from(kycRequests).where(eq(kycRequests.id, kycId));
  if (!request) throw refuse.notFound("identity request");
  const documents = await db
    .select({ id: kycDocuments.id, thumbnail: kycDocuments.thumbnail })
    .from(kycDocuments)
    .where(eq(kycDocuments.kycId, kycId))
    .orderBy(asc(kycDocuments.id));
  audit({ record: { type: "kyc", id: kycId, name: request.reference }, after: { viewed: "thumbnails" } });
  return documents.flatMap(({ id, thumbnail }) => (thumbnail ? [{ id, image: dataUri("image/jpeg", thumbnail) }] : []));
}
