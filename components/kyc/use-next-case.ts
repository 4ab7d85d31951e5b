"use client";

import { useMutation } from "@tanstack/react-query";
import { useNext } from "@/components/common/use-next";
import type { KycLane } from "@/lib/contract/kyc.values";
import { recordUrl } from "@/lib/contract/records";
import { nextKycMutation } from "@/lib/queries/kyc-review";

/** A case as its lane leads to it: what comes next is of the same lane. */
export const caseUrl = (id: string, lane?: KycLane) => recordUrl("kyc", id) + (lane ? `?lane=${lane}` : "");

/**
 * The oldest request that nobody has, or the first of a lane, which its address keeps. A case that was loaded ahead is there
 * at once (kyc-upcoming.tsx).
 */
export const useNextCase = (skip?: string, lane?: KycLane) =>
  useNext(useMutation(nextKycMutation(lane)), { call: "kyc.next", urlOf: (id) => caseUrl(id, lane), skip });
