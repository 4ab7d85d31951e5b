import "server-only";
import { and, asc, eq } from "drizzle-orm";
import type { HandlerContext } from "@/lib/server/context";
import { kycDocuments, kycRequests } from "@/lib/server/db/schema/kyc";
import { refuse } from "@/lib/server/errors";
import { fileAnswer } from "@/lib/server/file-answer";
import { readStoredFile } from "@/lib/server/files";

/**
 * Served to the bearer of a token with the right, and every view is logged (product.md, Privacy): the answer that hands
 * out the bytes is the view, also where they are loaded ahead.
 * @throws 404
 */
export async function kycDocument({ db, audit }: HandlerContext, kycId: string, documentId: string) {
  const [found] = await db
    .select({
      kind: kycDocuments.kind,
      fileId: kycDocuments.fileId,
      replacedAt: kycDocuments.replacedAt,
      reference: kycRequests.reference,
    })
    .from(kycDocuments)
    .innerJoin(kycRequests, eq(kycRequests.id, kycDocuments.kycId))
    .where(and(eq(kycDocuments.id, documentId), eq(kycDocuments.kycId, kycId)));
  const file = found && (await readStoredFile(db, found.fileId));
  if (!file) throw refuse.notFound("document");
  audit({
    record: { type: "kyc", id: kycId, name: found.reference },
    after: { viewed: found.kind, replaced_at: found.replacedAt?.toISOString() },
  });
  const extension = file.contentType === "application/pdf" ? ".pdf" : ".jpg";
  return fileAnswer(`${found.reference}-${found.kind}${extension}`, file);
}

/** All of a request at once, replaced ones too, as data URIs: one call and one row on record instead of four. A PDF has none. */
export async function kycThumbnails({ db, audit }: HandlerContext, kycId: string) {
  const [request] = await db.select().from(kycRequests).where(eq(kycRequests.id, kycId));
  if (!request) throw refuse.notFound("identity request");
  const documents = await db
    .select({ id: kycDocuments.id, thumbnail: kycDocuments.thumbnail })
    .from(kycDocuments)
    .where(eq(kycDocuments.kycId, kycId))
    .orderBy(asc(kycDocuments.id));
  audit({ record: { type: "kyc", id: kycId, name: request.reference }, after: { viewed: "thumbnails" } });
  return documents.flatMap(({ id, thumbnail }) =>
    thumbnail ? [{ id, image: `data:image/jpeg;base64,${thumbnail.toString("base64")}` }] : [],
  );
}
