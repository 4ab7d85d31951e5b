"use client";

import { useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import { pagesOf, type ViewedDocument } from "@/components/common/document/document-pane";
import { type AskedDocuments, DocumentViewer } from "@/components/common/document/document-viewer";
import type { KycSingle } from "@/lib/contract/kyc";
import type { DocumentKind } from "@/lib/contract/kyc.values";
import { formatDate, titleCase } from "@/lib/format";
import { kycDocumentQuery, kycOriginal, kycSingleQuery, kycThumbnailsQuery } from "@/lib/queries/kyc";

type Documents = Pick<KycSingle, "id" | "documents" | "replaced" | "risks">;
/** A document with its request: this request, or another user's with the same photo. */
type Shown = { kycId: string; kind: DocumentKind; besideId?: string; viewed: ViewedDocument };

const viewedOf = (
  { id, kind, content_type, width, height, pages }: KycSingle["documents"][number],
  aside?: ViewedDocument["aside"],
): ViewedDocument => ({ id, label: titleCase(kind), contentType: content_type, width, height, pages, aside });

/** Lists the documents of a request, then replaced ones, then other users' photos that resemble its own. */
function shownOf({ id, documents, replaced, risks }: Documents): Shown[] {
  const others = risks.flatMap(({ requests }) =>
    requests.flatMap((of) => (of.photo ? [{ ...of, photo: of.photo }] : [])),
  );
  return [
    ...documents.map((document) => ({ kycId: id, kind: document.kind, viewed: viewedOf(document) })),
    ...replaced.map((document) => ({
      kycId: id,
      kind: document.kind,
      besideId: documents.find(({ kind }) => kind === document.kind)?.id,
      viewed: viewedOf(document, { word: "Replaced", words: `Replaced on ${formatDate(document.replaced_at)}` }),
    })),
    ...others.map(({ id: kycId, name, reference, photo }) => ({
      kycId,
      kind: photo.kind,
      besideId: photo.own_id,
      viewed: viewedOf(photo, { word: name, words: `${name}, ${reference}` }),
    })),
  ];
}

export const thumbnailsOf = ({ id, documents, replaced }: Pick<Documents, "id" | "documents" | "replaced">) =>
  kycThumbnailsQuery(
    id,
    [...documents, ...replaced].map((document) => document.id),
  );

type Props = { request: Documents; asked?: AskedDocuments; height: string };

/** Shows the documents of a request in the shared viewer. Compares the selfie with the identity document's photo. */
export function KycDocuments({ request, asked, height }: Props) {
  const all = shownOf(request);
  const client = useQueryClient();
  const kycIdOf = (documentId: string) => all.find(({ viewed }) => viewed.id === documentId)?.kycId ?? request.id;
  const queryOf = (documentId: string, page: number) => kycDocumentQuery(kycIdOf(documentId), documentId, page);
  const { data: thumbnails } = useQuery(thumbnailsOf(request));
  // Keeps viewed and preloaded pages in the cache while the request is open, because every fetch is logged as a view.
  const pages = pagesOf(all.map(({ viewed }) => viewed));
  useQueries({ queries: pages.map(({ id, page }) => ({ ...queryOf(id, page), enabled: false })) });
  const besideOf = (documentId: string) => {
    const of = all.find(({ viewed }) => viewed.id === documentId);
    const face = of?.kind === "selfie" ? "front" : "selfie";
    return of?.besideId ?? request.documents.find(({ kind }) => kind === face)?.id;
  };
  return (
    <DocumentViewer
      documents={all.map(({ viewed }) => viewed)}
      queryOf={queryOf}
      originalOf={(documentId) => kycOriginal(kycIdOf(documentId), documentId)}
      onDrawn={() => client.invalidateQueries(kycSingleQuery(request.id))}
      thumbnails={thumbnails}
      besideOf={besideOf}
      asked={asked}
      height={height}
    />
  );
}
