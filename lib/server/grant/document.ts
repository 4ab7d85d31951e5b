import "server-only";
import { and, eq } from "drizzle-orm";
import type { HandlerContext } from "@/lib/server/context";
import { grantApplications, grantDocuments } from "@/lib/server/db/schema/grant";
import { refuse } from "@/lib/server/errors";
import { fileAnswer } from "@/lib/server/file-answer";
import { readStoredFile } from "@/lib/server/files";
import { applicationRecord } from "./application-record";

type Asked = { applicationId: string; documentId: string; thumbnail?: "yes" };

/**
 * A document of an application, also one that was replaced, or its thumbnail, which a PDF has not. Every view is logged
 * (product.md, Privacy): the answer that hands out the bytes is the view.
 * @throws 404
 */
export async function grantDocument({ db, audit }: HandlerContext, { applicationId, documentId, thumbnail }: Asked) {
  const [found] = await db
    .select({
      document: {
        label: grantDocuments.label,
        fileId: grantDocuments.fileId,
        thumbnail: grantDocuments.thumbnail,
        replacedAt: grantDocuments.replacedAt,
      },
      application: { id: grantApplications.id, reference: grantApplications.reference },
    })
    .from(grantDocuments)
    .innerJoin(grantApplications, eq(grantApplications.id, grantDocuments.applicationId))
    .where(and(eq(grantDocuments.id, documentId), eq(grantDocuments.applicationId, applicationId)));
  if (!found) throw refuse.notFound("document");
  const { document, application } = found;
  const small = document.thumbnail && { bytes: document.thumbnail, contentType: "image/jpeg" };
  const file = thumbnail ? small : await readStoredFile(db, document.fileId);
  if (!file) throw refuse.notFound(thumbnail ? "thumbnail" : "document");
  audit({
    record: applicationRecord(application),
    after: {
      viewed: document.label || "Sent on request",
      thumbnail: thumbnail ? true : undefined,
      replaced_at: document.replacedAt?.toISOString(),
    },
  });
  const label = document.label.toLowerCase().replace(/[^a-z0-9]+/g, "-") || "document";
  const extension = file.contentType === "application/pdf" ? ".pdf" : ".jpg";
  return fileAnswer(`${application.reference}-${label}${extension}`, file);
}
