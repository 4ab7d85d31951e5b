import { keepPreviousData, mutationOptions, queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/client/api";
import { sendFile } from "@/lib/client/upload";
import type { ExportFormat } from "@/lib/contract/exports.values";
import { kycRoutes } from "@/lib/contract/kyc.routes";
import type { KycLane } from "@/lib/contract/kyc.values";
import type { Upload } from "@/lib/contract/uploads";
import { everyRow } from "./exports";
import { itemsOf } from "./items";
import { key } from "./keys";

export type KycListInput = Parameters<typeof api.kyc.list>[0];
export type KycDecisionInput = Parameters<typeof api.kyc.decide>[0];

export type KycSubmissionInput = Parameters<typeof api.kyc.submit>[0];
export type KycResubmissionInput = Parameters<typeof api.kyc.resubmit>[0];

export const kycListQuery = (input: KycListInput) =>
  queryOptions({
    queryKey: key("KYC", "list", input),
    queryFn: ({ signal }) => api.kyc.list(input, { signal }),
    placeholderData: keepPreviousData,
  });

export const kycSingleQuery = (kycId: string) =>
  queryOptions({
    queryKey: key("KYC", "single", kycId),
    queryFn: ({ signal }) => api.kyc.single({ kycId }, { signal }),
  });

/** What comes after a request: as "Next for me" would have it, and for who leaves this one unclaimed. */
export const kycUpcomingQuery = (kycId: string, lane?: KycLane) =>
  queryOptions({
    queryKey: key("KYC", "upcoming", { kycId, lane }),
    queryFn: ({ signal }) => api.kyc.upcoming({ kycId, lane }, { signal }),
  });

/** A page of a document as a picture, from 1. Never asked again by itself: every answer is a view on record. */
export const kycDocumentQuery = (kycId: string, documentId: string, page: number) =>
  queryOptions({
    queryKey: ["KYC-document", kycId, documentId, String(page)],
    queryFn: async ({ signal }) => (await api.kyc.document({ kycId, documentId, page }, { signal })).body,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

/** The document as it is kept; on record as a download of its own. */
export const kycOriginal = async (kycId: string, documentId: string): Promise<Blob> =>
  (await api.kyc.originalDocument({ kycId, documentId })).body;

/** Small pictures of the documents, by document id; asked for once, as that is a view on record too. */
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

/** Users whose request an officer can take, while their name is being typed. */
export const kycApplicantsQuery = (q: string) =>
  queryOptions({
    queryKey: key("KYC", "applicants", q),
    queryFn: async ({ signal }) => itemsOf(await api.kyc.applicants({ q }, { signal })),
    placeholderData: keepPreviousData,
  });

/** Sends one file for a request that follows. @param onProgress 0 to 1 */
export const uploadKyc = (file: File, onProgress: (share: number) => void, signal: AbortSignal) =>
  sendFile<Upload>(kycRoutes.upload, file, { onProgress, signal });

const SUBMITTED = { invalidates: ["KYC", "Overview", "System-Logs"], quiet: true } as const;

export const submitKycMutation = (idempotencyKey: string) =>
  mutationOptions({
    mutationFn: (input: KycSubmissionInput) => api.kyc.submit(input, { context: { idempotencyKey } }),
    meta: SUBMITTED,
  });

export const resubmitKycMutation = (idempotencyKey: string) =>
  mutationOptions({
    mutationFn: (input: KycResubmissionInput) => api.kyc.resubmit(input, { context: { idempotencyKey } }),
    meta: SUBMITTED,
  });

/** `idempotencyKey`: one for each decision that a person makes, so that a retry after a lost answer has one effect. */
export const decideKycMutation = (idempotencyKey: string) =>
  mutationOptions({
    mutationFn: (input: KycDecisionInput) => api.kyc.decide(input, { context: { idempotencyKey } }),
    meta: { invalidates: ["KYC", "Overview", "System-Logs"], quiet: true },
  });

export const exportKyc = (input: KycListInput, format: ExportFormat) => api.kyc.export({ ...everyRow(input), format });
