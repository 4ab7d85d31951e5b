"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useClaimNext } from "@/components/common/use-claim-next";
import type { KycLane } from "@/lib/contract/kyc.values";
import { recordUrl } from "@/lib/contract/records";
import { kycUpcomingQuery } from "@/lib/queries/kyc";
import { claimNextKycMutation } from "@/lib/queries/kyc-work";

/** Returns the URL of a case, including the lane (queue) that it was opened from. */
export const reviewUrl = (id: string, lane?: KycLane) => recordUrl("kyc", id) + (lane ? `?lane=${lane}` : "");

/**
 * Opens the next case: the admin's unfinished cases first, then the oldest unclaimed one. A preloaded case opens immediately
 * (preload-next-kyc.tsx). @param lane lane that the next case is taken from
 */
export const useNextRequest = (skip?: string, lane?: KycLane) =>
  useClaimNext(useMutation(claimNextKycMutation(lane)), { call: "kyc.next", urlOf: (id) => reviewUrl(id, lane), skip });

export type NextKycRequest = ReturnType<typeof useNextRequestFrom>;

/** Like `useNextRequest`, relative to the case on screen, with the cases that follow it. */
export function useNextRequestFrom(kycId: string, lane: KycLane | undefined, isAllowed: boolean) {
  const router = useRouter();
  const { data } = useQuery({ ...kycUpcomingQuery(kycId, lane), enabled: isAllowed });
  const followingUrl = data?.following ? reviewUrl(data.following, lane) : null;
  return {
    ...useNextRequest(kycId, lane),
    upcoming: data?.next ?? null,
    /** True if no case is left for the admin. */
    isClear: data?.next === null,
    /** URL of the next unclaimed case in the queue, to view without claiming. */
    followingUrl,
    skip: () => followingUrl && router.push(followingUrl),
  };
}
