import "server-only";
import { v7 as uuid } from "uuid";
import type { DocumentKind } from "@/lib/contract/kyc.values";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import type { Transaction } from "@/lib/server/db/client";
import { kycDocuments } from "@/lib/server/db/schema/kyc";
import { consumeUploads } from "@/lib/server/uploads/consume";
import { storeUpload, type UploadOwner } from "@/lib/server/uploads/store";

/** Stores an officer's file, to be attached to a request submitted later. */
export async function uploadFile({ tx, admin, audit, upload }: WriteContext) {
  const { answer, after } = await storeUpload(tx, { adminId: admin.id }, upload);
  audit({ record: { type: "kyc-upload", id: answer.id, name: "" }, after });
  return answer;
}

type Wanted = { kind: DocumentKind; upload_id: string };

/**
 * Turns uploads into documents of a request. Each upload can be used once, and only by its sender.
 * @throws 400 if an upload no longer exists or a selfie is not a picture
 */
export async function attachUploads(tx: Transaction, owner: UploadOwner, kycId: string, wanted: readonly Wanted[]) {
  if (!wanted.length) return;
  const ids = wanted.map(({ upload_id }) => upload_id);
  const name = (at: number) => (wanted[at]?.kind ?? "document").replaceAll("_", " ");
  const taken = await consumeUploads(tx, owner, ids, { field: "documents", name });
  const documents = wanted.flatMap(({ kind }, at) => {
    const upload = taken[at];
    if (!upload) return [];
    const { id: _id, photoHash, photoHash0, photoHash1, photoHash2, photoHash3, ...picture } = upload;
    const isSelfie = kind === "selfie";
    if (isSelfie && !photoHash) throw refuse.badInput(NO_PICTURE, { documents: NO_PICTURE });
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

const NO_PICTURE = "A selfie must be a picture, not a PDF. Take a photo of the person.";
