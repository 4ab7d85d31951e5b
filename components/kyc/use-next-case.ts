"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useNext } from "@/components/common/use-next";
import { recordUrl } from "@/lib/contract/records";
import { kycUpcomingQuery } from "@/lib/queries/kyc";
import { nextKycMutation } from "@/lib/queries/kyc-review";

const urlOf = (id: string) => recordUrl("kyc", id);

/**
 * "Next for me": one's own unfinished cases, then the oldest that nobody has. A case that was loaded ahead is there at once
 * (kyc-upcoming.tsx).
 */
export const useNextCase = (skip?: string) =>
  useNext(useMutation(nextKycMutation()), { call: "kyc.next", urlOf, skip });

export type NextCase = ReturnType<typeof useNextFrom>;

/** The same from a case, with what it leads to. @param may go on: others ask nothing */
export function useNextFrom(kycId: string, may: boolean) {
  const router = useRouter();
  const { data } = useQuery({ ...kycUpcomingQuery(kycId), enabled: may });
  const followingUrl = data?.following ? urlOf(data.following) : null;
  return {
    ...useNextCase(kycId),
    upcoming: data?.next ?? null,
    /** Nothing waits for me. */
    isClear: data?.next === null,
    /** The next one in the queue that nobody has: to look at, without a claim. */
    followingUrl,
    skip: () => followingUrl && router.push(followingUrl),
  };
}
