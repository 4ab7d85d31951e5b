"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useClaimNextRecord } from "@/components/common/use-claim-next";
import type { KycLane } from "@/lib/contract/kyc.values";
import { recordUrl } from "@/lib/contract/records";
import { upcomingKycRequestsQuery } from "@/lib/queries/kyc";
import { claimNextKycMutation } from "@/lib/queries/kyc-work";

/** Returns the URL of an identity request, including the lane (queue) that it was opened from. */
export const kycReviewUrl = (id: string, lane?: KycLane) => recordUrl("kyc", id) + (lane ? `?lane=${lane}` : "");

/**
 * Opens the next identity request: a request that the admin has claimed, or else the oldest unclaimed request. A preloaded request
 * opens immediately
 * (preload-next-kyc.tsx). @param lane queue that the next request is taken from
 */
export const useOpenNextKycRequest = (skip?: string, lane?: KycLane) =>
  useClaimNextRecord(useMutation(claimNextKycMutation(lane)), {
    call: "kyc.next",
    urlOf: (id) => kycReviewUrl(id, lane),
    skip,
  });

/** Result of `useNextKycRequestAfter`. */
export type NextKycRequest = ReturnType<typeof useNextKycRequestAfter>;

/** Like `useOpenNextKycRequest`, but skips the request on screen. Also returns which requests are next. */
export function useNextKycRequestAfter(kycId: string, lane: KycLane | undefined, isAllowed: boolean) {
  const router = useRouter();
  const { data } = useQuery({ ...upcomingKycRequestsQuery(kycId, lane), enabled: isAllowed });
  const followingUrl = data?.following ? kycReviewUrl(data.following, lane) : null;
  return {
    ...useOpenNextKycRequest(kycId, lane),
    upcoming: data?.next ?? null,
    /** True if no request is left for the admin. */
    isClear: data?.next === null,
    /** URL of the next unclaimed request in the queue, to view it without claiming. */
    followingUrl,
    skip: () => followingUrl && router.push(followingUrl),
  };
}
