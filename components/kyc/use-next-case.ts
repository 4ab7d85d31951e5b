"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useNext } from "@/components/common/use-next";
import type { KycLane } from "@/lib/contract/kyc.values";
import { recordUrl } from "@/lib/contract/records";
import { kycUpcomingQuery } from "@/lib/queries/kyc";
import { nextKycMutation } from "@/lib/queries/kyc-review";

/** A case as its lane leads to it. */
export const caseUrl = (id: string, lane?: KycLane) => recordUrl("kyc", id) + (lane ? `?lane=${lane}` : "");

/**
 * "Next for me": one's own unfinished cases, then the oldest that nobody has. A case that was loaded ahead is there at once
 * (kyc-upcoming.tsx). @param lane what comes next is of the same one
 */
export const useNextCase = (skip?: string, lane?: KycLane) =>
  useNext(useMutation(nextKycMutation(lane)), { call: "kyc.next", urlOf: (id) => caseUrl(id, lane), skip });

export type NextCase = ReturnType<typeof useNextFrom>;

/** The same from a case, with what it leads to. @param may go on: others ask nothing */
export function useNextFrom(kycId: string, lane: KycLane | undefined, may: boolean) {
  const router = useRouter();
  const { data } = useQuery({ ...kycUpcomingQuery(kycId, lane), enabled: may });
  const followingUrl = data?.following ? caseUrl(data.following, lane) : null;
  return {
    ...useNextCase(kycId, lane),
    upcoming: data?.next ?? null,
    /** Nothing waits for me. */
    isClear: data?.next === null,
    /** The next one in the queue that nobody has: to look at, without a claim. */
    followingUrl,
    skip: () => followingUrl && router.push(followingUrl),
  };
}
