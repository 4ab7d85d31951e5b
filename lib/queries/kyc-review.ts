import { mutationOptions, type QueryClient } from "@tanstack/react-query";
import { api } from "@/lib/client/api";
import { type ApiError, assertSaved, isApiErrorWithStatus } from "@/lib/client/api-error";
import type { KycDetails } from "@/lib/contract/kyc";
import { queryKeyOf } from "./keys";

export type TickKycChecklistItemInput = Parameters<typeof api.kyc.check>[0];
export type AddKycNoteInput = Parameters<typeof api.kyc.note>[0];
export type ReopenKycInput = Parameters<typeof api.kyc.reopen>[0];
export type RevokeKycApprovalInput = Parameters<typeof api.kyc.revoke>[0];
export type RevealIdentityNumberInput = Parameters<typeof api.kyc.reveal>[0];

/**
 * Caches the current identity request, which may also be cached under its user's id. Cancels pending reads first, because their older data
 * would overwrite it.
 */
export function cacheKycRequest(client: QueryClient, updated: KycDetails): void {
  const cachedData = {
    queryKey: queryKeyOf("KYC", "single"),
    predicate: ({ state }: { state: { data?: unknown } }) => (state.data as KycDetails | undefined)?.id === updated.id,
  };
  void client.cancelQueries(cachedData);
  client.setQueriesData<KycDetails>(cachedData, updated);
}

/** Caches the identity request in a conflict response. @returns true if the error is such a conflict */
export function cacheKycRequestFromConflict(client: QueryClient, error: unknown): error is ApiError {
  if (!isApiErrorWithStatus(error, 409) || !error.current) return false;
  cacheKycRequest(client, error.current as KycDetails);
  return true;
}

/** Builds a mutation whose response is the current identity request, so that only other queries need a refetch. */
const kycMutation = <Input>(mutationFn: (input: Input) => Promise<KycDetails>) =>
  mutationOptions<KycDetails, Error, Input>({
    mutationFn: async (input) => assertSaved(await mutationFn(input)),
    meta: { quiet: true },
    onSuccess: (updated, _input, _result, { client }) => {
      cacheKycRequest(client, updated);
      for (const queryKey of [
        queryKeyOf("KYC", "list"),
        queryKeyOf("KYC", "stats"),
        queryKeyOf("KYC", "upcoming"),
        ["Overview"],
        ["System-Logs"],
      ])
        void client.invalidateQueries({ queryKey });
    },
    onError: (error, _input, _result, { client }) => void cacheKycRequestFromConflict(client, error),
  });

export const claimKycMutation = () => kycMutation((kycId: string) => api.kyc.claim({ kycId }));
/** Gives up the claim of an identity request, so that other officers can claim the request. */
export const releaseKycMutation = () => kycMutation((kycId: string) => api.kyc.release({ kycId }));
export const tickChecklistItemMutation = () => kycMutation((input: TickKycChecklistItemInput) => api.kyc.check(input));
/** `idempotencyKey`: a new key for each note, so that a retry after a lost response adds the note only once. */
export const addKycNoteMutation = (idempotencyKey: string) =>
  kycMutation((input: AddKycNoteInput) => api.kyc.note(input, { context: { idempotencyKey } }));
export const reopenKycMutation = () => kycMutation((input: ReopenKycInput) => api.kyc.reopen(input));
/** Requests the revocation of an approved identity request; another admin decides. */
export const requestKycRevocationMutation = () => kycMutation((input: RevokeKycApprovalInput) => api.kyc.revoke(input));

/** Reveals an identity number. Not cached, so that only the dialog that shows the number keeps it. */
export const revealIdentityNumberMutation = () =>
  mutationOptions({
    mutationFn: (input: RevealIdentityNumberInput) => api.kyc.reveal(input),
    gcTime: 0,
    meta: { quiet: true },
    // Refetches the identity request, because its history now shows that the number was revealed.
    onSuccess: (_number, _input, _result, { client }) =>
      void client.invalidateQueries({ queryKey: queryKeyOf("KYC", "single") }),
  });
