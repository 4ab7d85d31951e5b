import "server-only";
import { and, asc, eq } from "drizzle-orm";
import type { HandlerContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { fileAnswer } from "@/lib/server/api/file-answer";
import type { Database, Queryable } from "@/lib/server/db/client";
import { kycDocuments, kycRequests } from "@/lib/server/db/schema/kyc";
import { PDF } from "@/lib/server/files/check";
import { dataUri } from "@/lib/server/files/data-uri";
import { readPage } from "@/lib/server/files/pages";
import { readStoredFile } from "@/lib/server/files/stored-files";

type Asked = { kycId: string; documentId: string };

/**
 * A page as a picture. Served to the bearer of a token with the right, and every view is logged (docs/rules.md, Privacy): the
 * answer that hands out the bytes is the view, also where they are loaded ahead.
 * @throws 404; 422 for an old PDF whose pages can't be drawn
 */
export async function kycDocument({ db, audit }: HandlerContext, { page, ...asked }: Asked & { page: number }) {
  const found = await documentOf(db, asked);
  const file = await readPage(db as Database, found.fileId, page);
  if (!file) throw refuse.notFound("document");
  const viewed = { viewed: found.kind, page: found.contentType === PDF ? page : undefined };
  audit({ record: recordOf(asked, found), after: { ...viewed, replaced_at: found.replacedAt?.toISOString() } });
  return fileAnswer(`${found.reference}-${found.kind}${page > 1 ? `-${page}` : ""}.jpg`, file);
}

/** A document as it is kept: of a PDF what was sent, with whatever it holds. It leaves as a file to be saved. @throws 404 */
export async function kycOriginal({ db, audit }: HandlerContext, asked: Asked) {
  const found = await documentOf(db, asked);
  const file = await readStoredFile(db, found.fileId);
  if (!file) throw refuse.notFound("document");
  const after = { downloaded_original: found.kind, replaced_at: found.replacedAt?.toISOString() };
  audit({ record: recordOf(asked, found), after });
  return fileAnswer(`${found.reference}-${found.kind}${file.contentType === PDF ? ".pdf" : ".jpg"}`, file);
}

const recordOf = ({ kycId }: Asked, { reference }: { reference: string }) => ({
  type: "kyc" as const,
  id: kycId,
  name: reference,
});

async function documentOf(db: Queryable, { kycId, documentId }: Asked) {
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

/** All of a request at once, replaced ones too, as data URIs: one call and one row on record instead of four. An old PDF has none. */
export async function kycThumbnails({ db, audit }: HandlerContext, kycId: string) {
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
