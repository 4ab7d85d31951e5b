import { queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/client/api";
import { sendFile } from "@/lib/client/upload";
import { kycRoutes } from "@/lib/contract/kyc.routes";
import type { UploadedFile } from "@/lib/contract/uploads";

/** Reads a page of an identity document as a picture, from page 1. Not refetched, because every response is logged as a view. */
export const kycDocumentQuery = (kycId: string, documentId: string, page: number) =>
  queryOptions({
    queryKey: ["KYC-document", kycId, documentId, String(page)],
    queryFn: async ({ signal }) => (await api.kyc.document({ kycId, documentId, page }, { signal })).body,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

/** Downloads the original document, which is logged as a download. */
export const fetchKycOriginal = async (kycId: string, documentId: string): Promise<Blob> =>
  (await api.kyc.originalDocument({ kycId, documentId })).body;

/** Reads thumbnails of identity documents by document id. Fetched only once, because every fetch is logged as a view. */
export const kycThumbnailsQuery = (kycId: string, documentIds: readonly string[]) =>
  queryOptions({
    queryKey: ["KYC-document", kycId, "thumbnails", ...documentIds],
    queryFn: async ({ signal }) => {
      const thumbnails = await api.kyc.thumbnails({ kycId }, { signal });
      return Object.fromEntries(thumbnails.items.map(({ id, image }) => [id, image]));
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

/** Uploads a document for an identity request that is submitted later. @param onProgress 0 to 1 */
export const uploadKycDocument = (file: File, onProgress: (share: number) => void, signal: AbortSignal) =>
  sendFile<UploadedFile>(kycRoutes.upload, file, { onProgress, signal });
