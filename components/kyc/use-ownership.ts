"use client";

import { useQuery } from "@tanstack/react-query";
import type { KycDetails } from "@/lib/contract/kyc";
import { meQuery } from "@/lib/queries/auth";
import { isOpenKycState } from "./kyc-badges";

/**
 * Describes what the current admin may do with an open identity request.
 * @returns `isClaimed`: true if this admin has claimed the request; `otherDecider`: who may decide the request if this admin submitted it at
 * the counter, else null; `notMine`: why this admin can't decide the request, else null
 */
export function useKycRequestOwnership(request: KycDetails) {
  const me = useQuery(meQuery()).data?.id;
  const { assignee, entered } = request;
  const open = isOpenKycState(request.state);
  const otherDecider = entered?.by.id === me ? (entered?.others ?? null) : null;
  const otherAssignee = assignee && assignee.id !== me ? assignee : null;
  return {
    me,
    isClaimed: open && me !== undefined && assignee?.id === me,
    otherDecider,
    notMine: !open
      ? "This request is decided."
      : otherDecider
        ? `You entered this request, so ${otherDecider} has to decide it.`
        : otherAssignee
          ? `${otherAssignee.name} is reviewing this request; only they can decide it.`
          : null,
  };
}
