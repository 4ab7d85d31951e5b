import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/client/api";
import { type ApiError, isStatus } from "@/lib/client/api-error";
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

/** Who can review: to assign to, and to filter by. */
export const kycAssigneesQuery = () =>
  queryOptions({
    queryKey: key("KYC", "assignees"),
    queryFn: async ({ signal }) => itemsOf(await api.kyc.assignees({}, { signal })),
    staleTime: 300_000,
  });

/**
 * Puts a fresh record in the place of the one on screen, which may stand under its user's id as well. What was asked for
 * before and comes later would bring the old one back.
 */
export function keepFresh(client: QueryClient, fresh: KycSingle): void {
  const shown = {
    queryKey: key("KYC", "single"),
    predicate: ({ state }: { state: { data?: unknown } }) => (state.data as KycSingle | undefined)?.id === fresh.id,
  };
  void client.cancelQueries(shown);
  client.setQueriesData<KycSingle>(shown, fresh);
}

/** A conflict brings the fresh record along: it replaces the one on screen. @returns whether it was one. */
export function keepConflict(client: QueryClient, error: unknown): error is ApiError {
  if (!isStatus(error, 409) || !error.current) return false;
  keepFresh(client, error.current as KycSingle);
  return true;
}

/** The answer is the record as it is now, so only what is not on screen has to be read again. */
const changes = <Input>(mutationFn: (input: Input) => Promise<KycSingle>) =>
  mutationOptions<KycSingle, Error, Input>({
    mutationFn,
    meta: { quiet: true },
    onSuccess: (fresh, _input, _result, { client }) => {
      keepFresh(client, fresh);
      for (const queryKey of [
        key("KYC", "list"),
        key("KYC", "stats"),
        key("KYC", "upcoming"),
        ["Overview"],
        ["System-Logs"],
      ])
        void client.invalidateQueries({ queryKey });
    },
    onError: (error, _input, _result, { client }) => void keepConflict(client, error),
  });

export const claimKycMutation = () => changes((kycId: string) => api.kyc.claim({ kycId }));
export const releaseKycMutation = () => changes((kycId: string) => api.kyc.release({ kycId }));
export const checkKycMutation = () => changes((input: KycCheckInput) => api.kyc.check(input));
/** `idempotencyKey`: one for each note, so that a retry after a lost answer writes it once. */
export const noteKycMutation = (idempotencyKey: string) =>
  changes((input: KycNoteInput) => api.kyc.note(input, { context: { idempotencyKey } }));
export const reopenKycMutation = () => changes((input: KycReopeningInput) => api.kyc.reopen(input));
export const revokeKycMutation = () => changes((input: KycRevocationInput) => api.kyc.revoke(input));

/** The number is kept by nobody but the dialog that shows it. */
export const revealKycMutation = () =>
  mutationOptions({
    mutationFn: (input: KycRevealInput) => api.kyc.reveal(input),
    gcTime: 0,
    meta: { quiet: true },
    // Its history says so.
    onSuccess: (_number, _input, _result, { client }) =>
      void client.invalidateQueries({ queryKey: key("KYC", "single") }),
  });

/** `idempotencyKey`: one for each press, so that a retry after a lost answer takes on one case and not two. */
export const nextKycMutation = (lane?: KycLane) =>
  mutationOptions({
    mutationFn: ({ skip, idempotencyKey }: { skip?: string; idempotencyKey: string }) =>
      api.kyc.next({ skip, lane }, { context: { idempotencyKey } }),
    meta: { quiet: true },
    onSuccess: (row, _input, _result, { client }) => {
      // What was loaded ahead says at once whose it is; its history follows. What is still on its way says it is nobody's.
      const single = key("KYC", "single", row.id);
      void client.cancelQueries({ queryKey: single });
      client.setQueryData<KycSingle>(single, (ahead) => ahead && { ...ahead, ...row });
      for (const queryKey of [single, key("KYC", "list"), key("KYC", "stats"), key("KYC", "upcoming"), ["Overview"]])
        void client.invalidateQueries({ queryKey });
    },
  });

export const assignKycMutation = () =>
  mutationOptions({
    mutationFn: (input: KycAssignmentInput) => api.kyc.assign(input),
    meta: { invalidates: ["KYC", "Overview", "System-Logs"] },
  });

export type KycMatching = Omit<Parameters<typeof api.kyc.assignMatching>[0], "assignees">;

/** How many requests an assignment of all that match would take. */
export const kycMatchingQuery = ({ state, assignee = "nobody", ...filters }: KycMatching) => {
  const open = KYC_OPEN_STATES.filter((each) => !state || state.split(",").includes(each));
  const input = { ...filters, assignee, state: open.join(","), page: 0, size: PAGE_SIZES[0] };
  return queryOptions({
    queryKey: key("KYC", "list", input),
    queryFn: ({ signal }) =>
      open.length ? api.kyc.list(input, { signal }) : Promise.resolve({ total: 0, totalIsCapped: false }),
    select: ({ total, totalIsCapped }) => ({ total, totalIsCapped }),
  });
};

/** `idempotencyKey`: one for each choice of officers, so that a retry after a lost answer has one effect. */
export const assignMatchingMutation = (idempotencyKey: string) =>
  mutationOptions({
    mutationFn: (input: Parameters<typeof api.kyc.assignMatching>[0]) =>
      api.kyc.assignMatching(input, { context: { idempotencyKey } }),
    meta: { invalidates: ["KYC", "Overview", "System-Logs"] },
  });
