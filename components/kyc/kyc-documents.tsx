"use client";

import { useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import { pagesOf, type ViewedDocument } from "@/components/common/document/document-pane";
import { DocumentViewer } from "@/components/common/document/document-viewer";
import type { KycSingle } from "@/lib/contract/kyc";
import { formatDate, titleCase } from "@/lib/format";
import { kycDocumentQuery, kycOriginal, kycSingleQuery, kycThumbnailsQuery } from "@/lib/queries/kyc";

type Documents = Pick<KycSingle, "id" | "documents" | "replaced">;
type Document = KycSingle["documents"][number] & { replaced_at?: string };

/** A request's document as the viewer takes it. */
const viewedOf = ({ id, kind, content_type, width, height, pages, replaced_at }: Document): ViewedDocument => ({
  id,
  label: titleCase(kind),
  contentType: content_type,
  width,
  height,
  pages,
  replaced: replaced_at && `Replaced on ${formatDate(replaced_at)}`,
});

export const thumbnailsOf = ({ id, documents, replaced }: Documents) =>
  kycThumbnailsQuery(
    id,
    [...documents, ...replaced].map((document) => document.id),
  );

/** The documents of a request, the replaced ones last; a face is compared with the face on the card. */
export function KycDocuments({ request }: { request: Documents }) {
  const all: Document[] = [...request.documents, ...request.replaced];
  const client = useQueryClient();
  const queryOf = (documentId: string, page: number) => kycDocumentQuery(request.id, documentId, page);
  const { data: thumbnails } = useQuery(thumbnailsOf(request));
  // What was looked at, or loaded ahead, stays in memory while the request is on screen: asked again it is a second view.
  useQueries({ queries: pagesOf(all).map(({ id, page }) => ({ ...queryOf(id, page), enabled: false })) });
  const besideOf = (documentId: string) => {
    const of = all.find(({ id }) => id === documentId);
    const kind = of?.replaced_at ? of.kind : of?.kind === "selfie" ? "front" : "selfie";
    return request.documents.find((document) => document.kind === kind)?.id;
  };
  return (
    <DocumentViewer
      documents={all.map(viewedOf)}
      queryOf={queryOf}
      originalOf={(documentId) => kycOriginal(request.id, documentId)}
      onDrawn={() => client.invalidateQueries(kycSingleQuery(request.id))}
      thumbnails={thumbnails}
      besideOf={besideOf}
    />
  );
}
