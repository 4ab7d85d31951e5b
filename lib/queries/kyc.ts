import { keepPreviousData, mutationOptions, queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/client/api";
import { assertSaved } from "@/lib/client/api-error";
import { fetchInWindow } from "@/lib/client/list-window";
import { sendFile } from "@/lib/client/upload";
import type { ExportFormat } from "@/lib/contract/exports.values";
import { kycRoutes } from "@/lib/contract/kyc.routes";
import type { KycLane } from "@/lib/contract/kyc.values";
import type { Upload } from "@/lib/contract/uploads";
import { withoutPaging } from "./exports";
import { itemsOf } from "./items";
import { key } from "./keys";

export type KycListInput = Parameters<typeof api.kyc.list>[0];
export type KycDecisionInput = Parameters<typeof api.kyc.decide>[0];

export type KycSubmissionInput = Parameters<typeof api.kyc.submit>[0];
export type KycResubmissionInput = Parameters<typeof api.kyc.resubmit>[0];

export const kycListQuery = (input: KycListInput) =>
  queryOptions({
    queryKey: key("KYC", "list", input),
    queryFn: fetchInWindow(api.kyc.list, input),
    placeholderData: keepPreviousData,
  });

export const kycSingleQuery = (kycId: string) =>
  queryOptions({
    queryKey: key("KYC", "single", kycId),
    queryFn: ({ signal }) => api.kyc.single({ kycId }, { signal }),
  });

/** Reads which request follows this one: the one that "Next for me" would choose, and the next unassigned one. */
export const kycUpcomingQuery = (kycId: string, lane?: KycLane) =>
  queryOptions({
    queryKey: key("KYC", "upcoming", { kycId, lane }),
    queryFn: ({ signal }) => api.kyc.upcoming({ kycId, lane }, { signal }),
  });

/** Reads a document's page as a picture, from page 1. Not refetched automatically, because every response is logged as a view. */
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

/** Reads thumbnails by document id. Fetched only once, because every fetch is logged as a view. */
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

/** Searches users for whom an officer can submit a request, by the typed name. */
export const kycApplicantsQuery = (q: string) =>
  queryOptions({
    queryKey: key("KYC", "applicants", q),
    queryFn: async ({ signal }) => itemsOf(await api.kyc.applicants({ q }, { signal })),
    placeholderData: keepPreviousData,
  });

/** Uploads a file for a request that is sent later. @param onProgress 0 to 1 */
export const uploadKyc = (file: File, onProgress: (share: number) => void, signal: AbortSignal) =>
  sendFile<Upload>(kycRoutes.upload, file, { onProgress, signal });

const SUBMISSION_META = { invalidates: ["KYC", "Overview", "System-Logs"], quiet: true } as const;

export const submitKycMutation = (idempotencyKey: string) =>
  mutationOptions({
    mutationFn: (input: KycSubmissionInput) => api.kyc.submit(input, { context: { idempotencyKey } }).then(assertSaved),
    meta: SUBMISSION_META,
  });

export const resubmitKycMutation = (idempotencyKey: string) =>
  mutationOptions({
    mutationFn: (input: KycResubmissionInput) =>
      api.kyc.resubmit(input, { context: { idempotencyKey } }).then(assertSaved),
    meta: SUBMISSION_META,
  });

/** `idempotencyKey`: one per decision, so that a retry after a lost response decides only once. */
export const decideKycMutation = (idempotencyKey: string) =>
  mutationOptions({
    mutationFn: (input: KycDecisionInput) => api.kyc.decide(input, { context: { idempotencyKey } }),
    meta: { invalidates: ["KYC", "Overview", "System-Logs"], quiet: true },
  });

export const exportKyc = (input: KycListInput, format: ExportFormat) =>
  api.kyc.export({ ...withoutPaging(input), format });
