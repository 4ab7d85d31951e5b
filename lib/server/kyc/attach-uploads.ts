import "server-only";
import { v7 as uuid } from "uuid";
import type { DocumentKind } from "@/lib/contract/kyc.values";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import type { Transaction } from "@/lib/server/db/client";
import { kycDocuments } from "@/lib/server/db/schema/kyc";
import { consumeUploads } from "@/lib/server/uploads/consume";
import { storeUpload, type UploadOwner } from "@/lib/server/uploads/store";

/** Stores an officer's file for a request that is submitted later. */
export async function uploadKycFile({ tx, admin, audit, upload }: WriteContext) {
  const { answer, after } = await storeUpload(tx, { adminId: admin.id }, upload);
  audit({ record: { type: "kyc-upload", id: answer.id, name: "" }, after });
  return answer;
}

type FileRef = { kind: DocumentKind; upload_id: string };

/**
 * Converts uploads to documents of a request. Each upload can be used once, and only by its sender.
 * @throws 400 if an upload no longer exists or a selfie is not a picture
 */
export async function attachUploads(tx: Transaction, owner: UploadOwner, kycId: string, refs: readonly FileRef[]) {
  if (!refs.length) return;
  const ids = refs.map(({ upload_id }) => upload_id);
  const name = (index: number) => (refs[index]?.kind ?? "document").replaceAll("_", " ");
  const uploads = await consumeUploads(tx, owner, ids, { field: "documents", name });
  const documents = refs.flatMap(({ kind }, index) => {
    const upload = uploads[index];
    if (!upload) return [];
    const { id: _id, photoHash, photoHash0, photoHash1, photoHash2, photoHash3, ...picture } = upload;
    const isSelfie = kind === "selfie";
    if (isSelfie && !photoHash) throw refuse.badInput(SELFIE_MUST_BE_PHOTO, { documents: SELFIE_MUST_BE_PHOTO });
    return [
      {
        id: uuid(),
        kycId,
        kind,
        ...picture,
        ...(isSelfie && { photoHash, photoHash0, photoHash1, photoHash2, photoHash3 }),
      },
    ];
  });
  await tx.insert(kycDocuments).values(documents);
}

const SELFIE_MUST_BE_PHOTO = "A selfie must be a picture, not a PDF. Take a photo of the person.";
