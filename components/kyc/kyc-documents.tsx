"use client";

import { useQuery } from "@tanstack/react-query";
import { DocumentViewer } from "@/components/common/document-viewer";
import type { KycSingle } from "@/lib/contract/kyc";
import { titleCase } from "@/lib/format";
import { kycDocumentQuery, kycThumbnailsQuery } from "@/lib/queries/kyc";

/** The documents of a request; a face is compared with the face on the card. */
export function KycDocuments({ request }: { request: Pick<KycSingle, "id" | "documents"> }) {
  const { id: kycId, documents } = request;
  const { data: thumbnails } = useQuery(
    kycThumbnailsQuery(
      kycId,
      documents.map(({ id }) => id),
    ),
  );
  const besideOf = (documentId: string) => {
    const isSelfie = documents.find(({ id }) => id === documentId)?.kind === "selfie";
    const beside = documents.find(({ kind }) => kind === (isSelfie ? "front" : "selfie"));
    return beside?.content_type.startsWith("image/") ? beside.id : undefined;
  };
  return (
    <DocumentViewer
      documents={documents.map(({ id, kind, content_type, width, height }) => ({
        id,
        label: titleCase(kind),
        contentType: content_type,
        width,
        height,
      }))}
      queryOf={(documentId) => kycDocumentQuery(kycId, documentId)}
      thumbnails={thumbnails}
      besideOf={besideOf}
    />
  );
}
