import { keepPreviousData, mutationOptions, queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/client/api";
import { assertSaved } from "@/lib/client/api-error";
import { fetchInWindow } from "@/lib/client/list-window";
import type { ExportFormat } from "@/lib/contract/exports.values";
import type { KycLane } from "@/lib/contract/kyc.values";
import { withoutPaging } from "./exports";
import { itemsOfResponse } from "./items";
import { queryKeyOf } from "./keys";

export type KycListInput = Parameters<typeof api.kyc.list>[0];
export type DecideKycInput = Parameters<typeof api.kyc.decide>[0];

export type SubmitKycInput = Parameters<typeof api.kyc.submit>[0];
export type ResubmitKycInput = Parameters<typeof api.kyc.resubmit>[0];

export const kycListQuery = (input: KycListInput) =>
  queryOptions({
    queryKey: queryKeyOf("KYC", "list", input),
    queryFn: fetchInWindow(api.kyc.list, input),
    placeholderData: keepPreviousData,
  });

export const kycRequestQuery = (kycId: string) =>
  queryOptions({
    queryKey: queryKeyOf("KYC", "single", kycId),
    queryFn: ({ signal }) => api.kyc.single({ kycId }, { signal }),
  });

/** Reads which identity requests follow this request: the request that "Next for me" would open, and the next unassigned request. */
export const upcomingKycRequestsQuery = (kycId: string, lane?: KycLane) =>
  queryOptions({
    queryKey: queryKeyOf("KYC", "upcoming", { kycId, lane }),
    queryFn: ({ signal }) => api.kyc.upcoming({ kycId, lane }, { signal }),
  });

/** Searches users for whom an officer can submit an identity request, by the typed name. */
export const kycApplicantsQuery = (q: string) =>
  queryOptions({
    queryKey: queryKeyOf("KYC", "applicants", q),
    queryFn: async ({ signal }) => itemsOfResponse(await api.kyc.applicants({ q }, { signal })),
    placeholderData: keepPreviousData,
  });

const SUBMISSION_META = { invalidates: ["KYC", "Overview", "System-Logs"], quiet: true } as const;

export const submitKycMutation = (idempotencyKey: string) =>
  mutationOptions({
    mutationFn: (input: SubmitKycInput) => api.kyc.submit(input, { context: { idempotencyKey } }).then(assertSaved),
    meta: SUBMISSION_META,
  });

export const resubmitKycMutation = (idempotencyKey: string) =>
  mutationOptions({
    mutationFn: (input: ResubmitKycInput) => api.kyc.resubmit(input, { context: { idempotencyKey } }).then(assertSaved),
    meta: SUBMISSION_META,
  });

/** `idempotencyKey`: a new key for each decision, so that a retry after a lost response decides only once. */
export const decideKycMutation = (idempotencyKey: string) =>
  mutationOptions({
    mutationFn: (input: DecideKycInput) => api.kyc.decide(input, { context: { idempotencyKey } }),
    meta: { invalidates: ["KYC", "Overview", "System-Logs"], quiet: true },
  });

export const exportKyc = (input: KycListInput, format: ExportFormat) =>
  api.kyc.export({ ...withoutPaging(input), format });
