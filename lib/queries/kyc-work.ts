import { mutationOptions, queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/client/api";
import { assertSaved } from "@/lib/client/api-error";
import type { KycDetails } from "@/lib/contract/kyc";
import { KYC_OPEN_STATES, type KycLane } from "@/lib/contract/kyc.values";
import { PAGE_SIZES } from "@/lib/contract/list.values";
import { itemsOfResponse } from "./items";
import { queryKeyOf } from "./keys";

export type AssignKycInput = Parameters<typeof api.kyc.assign>[0];

/** Reads figures of the KYC team: undecided requests, decisions and times. */
export const kycStatsQuery = () =>
  queryOptions({ queryKey: queryKeyOf("KYC", "stats"), queryFn: ({ signal }) => api.kyc.stats({}, { signal }) });

/** Reads the admins who can review identity requests, for assigning requests and for filters. */
export const kycAssigneesQuery = () =>
  queryOptions({
    queryKey: queryKeyOf("KYC", "assignees"),
    queryFn: async ({ signal }) => itemsOfResponse(await api.kyc.assignees({}, { signal })),
    staleTime: 300_000,
  });

/** `idempotencyKey`: a new key for each click, so that a retry after a lost response claims only one identity request. */
export const claimNextKycMutation = (lane?: KycLane) =>
  mutationOptions({
    mutationFn: ({ skip, idempotencyKey }: { skip?: string; idempotencyKey: string }) =>
      api.kyc.next({ skip, lane }, { context: { idempotencyKey } }).then(assertSaved),
    meta: { quiet: true },
    onSuccess: (row, _input, _result, { client }) => {
      // Caches the claimed request with its new assignee, and cancels older reads, which lack the assignee.
      const singleKey = queryKeyOf("KYC", "single", row.id);
      void client.cancelQueries({ queryKey: singleKey });
      client.setQueryData<KycDetails>(singleKey, (preloaded) => preloaded && { ...preloaded, ...row });
      for (const queryKey of [
        singleKey,
        queryKeyOf("KYC", "list"),
        queryKeyOf("KYC", "stats"),
        queryKeyOf("KYC", "upcoming"),
        ["Overview"],
      ])
        void client.invalidateQueries({ queryKey });
    },
  });

export const assignKycMutation = () =>
  mutationOptions({
    mutationFn: (input: AssignKycInput) => api.kyc.assign(input),
    meta: { invalidates: ["KYC", "Overview", "System-Logs"] },
  });

/** Filters of the identity requests that "assign all that match" includes. */
export type KycMatchingFilters = Omit<Parameters<typeof api.kyc.assignMatching>[0], "assignees">;

/** Counts the identity requests that "assign all that match" would include. */
export const kycMatchingCountQuery = ({ state, assignee = "nobody", ...filters }: KycMatchingFilters) => {
  const openStates = KYC_OPEN_STATES.filter((each) => !state || state.split(",").includes(each));
  const input = { ...filters, assignee, state: openStates.join(","), page: 0, size: PAGE_SIZES[0] };
  return queryOptions({
    queryKey: queryKeyOf("KYC", "list", input),
    queryFn: ({ signal }) =>
      openStates.length ? api.kyc.list(input, { signal }) : Promise.resolve({ total: 0, totalIsCapped: false }),
    select: ({ total, totalIsCapped }) => ({ total, totalIsCapped }),
  });
};

/** `idempotencyKey`: a new key for each selection of reviewers, so that a retry after a lost response assigns only once. */
export const assignMatchingKycMutation = (idempotencyKey: string) =>
  mutationOptions({
    mutationFn: (input: Parameters<typeof api.kyc.assignMatching>[0]) =>
      api.kyc.assignMatching(input, { context: { idempotencyKey } }),
    meta: { invalidates: ["KYC", "Overview", "System-Logs"] },
  });
