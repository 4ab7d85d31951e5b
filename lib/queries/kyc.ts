import { keepPreviousData, mutationOptions, queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/client/api";
import type { ExportFormat } from "@/lib/contract/exports.values";
import { key } from "./keys";

export type KycListInput = Parameters<typeof api.kyc.list>[0];
export type KycDecisionInput = Parameters<typeof api.kyc.decide>[0];

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

/** The image of a document. Never asked again by itself: every answer is a view on record. */
export const kycDocumentQuery = (kycId: string, documentId: string) =>
  queryOptions({
    queryKey: ["KYC-document", kycId, documentId],
    queryFn: async ({ signal }) => (await api.kyc.document({ kycId, documentId }, { signal })).body,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

/** `idempotencyKey`: one for each decision that a person makes, so that a retry after a lost answer has one effect. */
export const decideKycMutation = (idempotencyKey: string) =>
  mutationOptions({
    mutationFn: (input: KycDecisionInput) => api.kyc.decide(input, { context: { idempotencyKey } }),
    meta: { invalidates: ["KYC", "Overview", "System-Logs"], quiet: true },
  });

export const exportKyc = (input: KycListInput, format: ExportFormat) => {
  const { page: _page, size: _size, ...filter } = input;
  return api.kyc.export({ ...filter, format });
};
