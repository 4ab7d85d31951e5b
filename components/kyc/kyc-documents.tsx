"use client";

import { useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import { listDocumentPages, type ViewedDocument } from "@/components/common/document/document-pane";
import { type DocumentsToShow, DocumentViewer } from "@/components/common/document/document-viewer";
import type { KycDetails } from "@/lib/contract/kyc";
import type { DocumentKind } from "@/lib/contract/kyc.values";
import { formatDate, titleCase } from "@/lib/format";
import { kycRequestQuery } from "@/lib/queries/kyc";
import { fetchKycOriginal, kycDocumentQuery, kycThumbnailsQuery } from "@/lib/queries/kyc-documents";

type RequestDocuments = Pick<KycDetails, "id" | "documents" | "replaced" | "risks">;
/** A document, and the identity request that contains it: this request, or another user's with the same photo. */
type ShownDocument = { kycId: string; kind: DocumentKind; besideId?: string; viewed: ViewedDocument };

const toViewedDoc = (
  { id, kind, content_type, width, height, pages }: KycDetails["documents"][number],
  aside?: ViewedDocument["aside"],
): ViewedDocument => ({ id, label: titleCase(kind), contentType: content_type, width, height, pages, aside });

/** Lists the documents of an identity request, then replaced documents, then resembling photos of other users. */
function shownDocuments({ id, documents, replaced, risks }: RequestDocuments): ShownDocument[] {
  const similarPhotos = risks.flatMap(({ requests }) =>
    requests.flatMap((of) => (of.photo ? [{ ...of, photo: of.photo }] : [])),
  );
  return [
    ...documents.map((document) => ({ kycId: id, kind: document.kind, viewed: toViewedDoc(document) })),
    ...replaced.map((document) => ({
      kycId: id,
      kind: document.kind,
      besideId: documents.find(({ kind }) => kind === document.kind)?.id,
      viewed: toViewedDoc(document, { word: "Replaced", words: `Replaced on ${formatDate(document.replaced_at)}` }),
    })),
    ...similarPhotos.map(({ id: kycId, name, reference, photo }) => ({
      kycId,
      kind: photo.kind,
      besideId: photo.own_id,
      viewed: toViewedDoc(photo, { word: name, words: `${name}, ${reference}` }),
    })),
  ];
}

/** Returns the query for thumbnails of an identity request's documents, including replaced ones. */
export const kycRequestThumbnailsQuery = ({
  id,
  documents,
  replaced,
}: Pick<RequestDocuments, "id" | "documents" | "replaced">) =>
  kycThumbnailsQuery(
    id,
    [...documents, ...replaced].map((document) => document.id),
  );

type Props = { request: RequestDocuments; asked?: DocumentsToShow; height: string };

/** Shows the documents of an identity request in the document viewer. Compares the selfie with the identity document's photo. */
export function KycDocuments({ request, asked: toShow, height }: Props) {
  const all = shownDocuments(request);
  const client = useQueryClient();
  const kycIdOf = (documentId: string) => all.find(({ viewed }) => viewed.id === documentId)?.kycId ?? request.id;
  const documentQuery = (documentId: string, page: number) => kycDocumentQuery(kycIdOf(documentId), documentId, page);
  const { data: thumbnails } = useQuery(kycRequestThumbnailsQuery(request));
  // Keeps viewed and preloaded pages in the cache while the request is open, because every fetch is logged as a view.
  const pages = listDocumentPages(all.map(({ viewed }) => viewed));
  useQueries({ queries: pages.map(({ id, page }) => ({ ...documentQuery(id, page), enabled: false })) });
  const comparedIdOf = (documentId: string) => {
    const similarRequest = all.find(({ viewed }) => viewed.id === documentId);
    const comparedKind = similarRequest?.kind === "selfie" ? "front" : "selfie";
    return similarRequest?.besideId ?? request.documents.find(({ kind }) => kind === comparedKind)?.id;
  };
  return (
    <DocumentViewer
      documents={all.map(({ viewed }) => viewed)}
      queryOf={documentQuery}
      originalOf={(documentId) => fetchKycOriginal(kycIdOf(documentId), documentId)}
      onDrawn={() => client.invalidateQueries(kycRequestQuery(request.id))}
      thumbnails={thumbnails}
      besideOf={comparedIdOf}
      asked={toShow}
      height={height}
    />
  );
}
