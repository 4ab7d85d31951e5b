import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/client/api";
import { type ApiError, assertSaved, isStatus } from "@/lib/client/api-error";
import type { KycSingle } from "@/lib/contract/kyc";
import { KYC_OPEN_STATES, type KycLane } from "@/lib/contract/kyc.values";
import { PAGE_SIZES } from "@/lib/contract/list.values";
import { itemsOf } from "./items";
import { key } from "./keys";

export type KycCheckInput = Parameters<typeof api.kyc.check>[0];
export type KycNoteInput = Parameters<typeof api.kyc.note>[0];
export type KycReopeningInput = Parameters<typeof api.kyc.reopen>[0];
export type KycRevocationInput = Parameters<typeof api.kyc.revoke>[0];
export type KycRevealInput = Parameters<typeof api.kyc.reveal>[0];
export type KycAssignmentInput = Parameters<typeof api.kyc.assign>[0];

export const kycStatsQuery = () =>
  queryOptions({ queryKey: key("KYC", "stats"), queryFn: ({ signal }) => api.kyc.stats({}, { signal }) });

/** Reads the admins who can review requests, for assignment and filters. */
export const kycAssigneesQuery = () =>
  queryOptions({
    queryKey: key("KYC", "assignees"),
    queryFn: async ({ signal }) => itemsOf(await api.kyc.assignees({}, { signal })),
    staleTime: 300_000,
  });

/**
 * Puts the current record into the cache, where it may also be stored under its user's id. Cancels pending reads first, because
 * their older data would overwrite it.
 */
export function setCurrentRequest(client: QueryClient, updated: KycSingle): void {
  const cachedData = {
    queryKey: key("KYC", "single"),
    predicate: ({ state }: { state: { data?: unknown } }) => (state.data as KycSingle | undefined)?.id === updated.id,
  };
  void client.cancelQueries(cachedData);
  client.setQueriesData<KycSingle>(cachedData, updated);
}

/** Puts the record in a conflict response into the cache. @returns true if the error is such a conflict */
export function setRequestFromConflict(client: QueryClient, error: unknown): error is ApiError {
  if (!isStatus(error, 409) || !error.current) return false;
  setCurrentRequest(client, error.current as KycSingle);
  return true;
}

/** Builds a mutation whose response is the current record, so that only other queries need a refetch. */
const kycMutation = <Input>(mutationFn: (input: Input) => Promise<KycSingle>) =>
  mutationOptions<KycSingle, Error, Input>({
    mutationFn: async (input) => assertSaved(await mutationFn(input)),
    meta: { quiet: true },
    onSuccess: (updated, _input, _result, { client }) => {
      setCurrentRequest(client, updated);
      for (const queryKey of [
        key("KYC", "list"),
        key("KYC", "stats"),
        key("KYC", "upcoming"),
        ["Overview"],
        ["System-Logs"],
      ])
        void client.invalidateQueries({ queryKey });
    },
    onError: (error, _input, _result, { client }) => void setRequestFromConflict(client, error),
  });

export const claimKycMutation = () => kycMutation((kycId: string) => api.kyc.claim({ kycId }));
export const releaseKycMutation = () => kycMutation((kycId: string) => api.kyc.release({ kycId }));
export const checkKycMutation = () => kycMutation((input: KycCheckInput) => api.kyc.check(input));
/** `idempotencyKey`: one per note, so that a retry after a lost response adds it only once. */
export const noteKycMutation = (idempotencyKey: string) =>
  kycMutation((input: KycNoteInput) => api.kyc.note(input, { context: { idempotencyKey } }));
export const reopenKycMutation = () => kycMutation((input: KycReopeningInput) => api.kyc.reopen(input));
export const revokeKycMutation = () => kycMutation((input: KycRevocationInput) => api.kyc.revoke(input));

/** Not cached: only the dialog that displays the number keeps it. */
export const revealKycMutation = () =>
  mutationOptions({
    mutationFn: (input: KycRevealInput) => api.kyc.reveal(input),
    gcTime: 0,
    meta: { quiet: true },
    // Refetches the request, whose history now contains this view.
    onSuccess: (_number, _input, _result, { client }) =>
      void client.invalidateQueries({ queryKey: key("KYC", "single") }),
  });

/** `idempotencyKey`: one per click, so that a retry after a lost response claims only one case. */
export const nextKycMutation = (lane?: KycLane) =>
  mutationOptions({
    mutationFn: ({ skip, idempotencyKey }: { skip?: string; idempotencyKey: string }) =>
      api.kyc.next({ skip, lane }, { context: { idempotencyKey } }).then(assertSaved),
    meta: { quiet: true },
    onSuccess: (row, _input, _result, { client }) => {
      // Updates the preloaded request with its new assignee, and cancels older reads, which lack the assignee.
      const singleKey = key("KYC", "single", row.id);
      void client.cancelQueries({ queryKey: singleKey });
      client.setQueryData<KycSingle>(singleKey, (preloaded) => preloaded && { ...preloaded, ...row });
      for (const queryKey of [singleKey, key("KYC", "list"), key("KYC", "stats"), key("KYC", "upcoming"), ["Overview"]])
        void client.invalidateQueries({ queryKey });
    },
  });

export const assignKycMutation = () =>
  mutationOptions({
    mutationFn: (input: KycAssignmentInput) => api.kyc.assign(input),
    meta: { invalidates: ["KYC", "Overview", "System-Logs"] },
  });

export type KycMatching = Omit<Parameters<typeof api.kyc.assignMatching>[0], "assignees">;

/** Counts the requests that "assign all that match" would include. */
export const kycMatchingQuery = ({ state, assignee = "nobody", ...filters }: KycMatching) => {
  const openStates = KYC_OPEN_STATES.filter((each) => !state || state.split(",").includes(each));
  const input = { ...filters, assignee, state: openStates.join(","), page: 0, size: PAGE_SIZES[0] };
  return queryOptions({
    queryKey: key("KYC", "list", input),
    queryFn: ({ signal }) =>
      openStates.length ? api.kyc.list(input, { signal }) : Promise.resolve({ total: 0, totalIsCapped: false }),
    select: ({ total, totalIsCapped }) => ({ total, totalIsCapped }),
  });
};

/** `idempotencyKey`: one per selection of officers, so that a retry after a lost response assigns only once. */
export const assignMatchingMutation = (idempotencyKey: string) =>
  mutationOptions({
    mutationFn: (input: Parameters<typeof api.kyc.assignMatching>[0]) =>
      api.kyc.assignMatching(input, { context: { idempotencyKey } }),
    meta: { invalidates: ["KYC", "Overview", "System-Logs"] },
  });
