import "server-only";
import { and, inArray, isNull } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import type { RequestedDocument } from "@/lib/contract/grant";
import { refuse } from "@/lib/server/api/errors";
import type { CitizenApp } from "@/lib/server/app-api/app-keys";
import type { Transaction } from "@/lib/server/db/client";
import { grantDocuments } from "@/lib/server/db/schema/grant";
import { consumeUploads } from "@/lib/server/uploads/consume";

type SentDocument = { document_id?: string; upload_id: string };
/** A document of an application, ready to be stored. */
export type GrantDocument = Awaited<ReturnType<typeof documentsFromUploads>>[number];

/**
 * Converts uploads to documents of an application. Stores the perceptual hash only for photos of the applicant, because two copies of a form look
 * more alike than two photos of one person. A picture without a document id may be a photo of the applicant.
 * @throws 400 if an upload no longer exists, or a photo of the applicant is a PDF
 */
export async function documentsFromUploads(
  tx: Transaction,
  { app, applicationId, asked }: { app: CitizenApp; applicationId: string; asked: readonly RequestedDocument[] },
  sent: readonly SentDocument[],
) {
  const requirements = sent.map(({ document_id }) => asked.find(({ id }) => id === document_id));
  const uploads = await consumeUploads(
    tx,
    { app: app.name },
    sent.map(({ upload_id }) => upload_id),
    { field: "documents", name: (index) => requirements[index]?.label || `document number ${index + 1}` },
  );
  return uploads.map((upload, index) => {
    const { id: _id, photoHash, photoHash0, photoHash1, photoHash2, photoHash3, ...picture } = upload;
    const { id: askedId = null, label = "", is_photo: isPhoto = photoHash !== null } = requirements[index] ?? {};
    if (isPhoto && !photoHash) {
      const message = `The document “${label}” must be a picture, not a PDF. Take a photo of the applicant.`;
      throw refuse.badInput(message, { documents: message });
    }
    const noHashes = { photoHash: null, photoHash0: null, photoHash1: null, photoHash2: null, photoHash3: null };
    const photoHashes = isPhoto ? { photoHash, photoHash0, photoHash1, photoHash2, photoHash3 } : noHashes;
    return { id: uuid(), applicationId, askedId, label, isPhoto, ...picture, ...photoHashes };
  });
}

/** Stores documents of applications. Marks an earlier document as replaced if it was sent for the same document of the programme's list. */
export async function storeDocuments(tx: Transaction, documents: GrantDocument[]): Promise<void> {
  if (!documents.length) return;
  await tx
    .update(grantDocuments)
    .set({ replacedAt: new Date() })
    .where(
      and(
        inArray(
          grantDocuments.applicationId,
          documents.map(({ applicationId }) => applicationId),
        ),
        inArray(
          grantDocuments.askedId,
          documents.flatMap(({ askedId }) => askedId ?? []),
        ),
        isNull(grantDocuments.replacedAt),
      ),
    );
  await tx.insert(grantDocuments).values(documents);
}
