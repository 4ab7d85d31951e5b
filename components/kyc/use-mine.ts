"use client";

import { useQuery } from "@tanstack/react-query";
import type { KycSingle } from "@/lib/contract/kyc";
import { meQuery } from "@/lib/queries/auth";
import { isOpen } from "./kyc-badges";

/**
 * What an open request is to me.
 * @returns `isClaimed`: I have claimed it; `left`: I entered it at the counter, so these others decide it; `notMine`: why I
 * can't work on it, null where nobody else has it
 */
export function useMine(request: KycSingle) {
  const me = useQuery(meQuery()).data?.id;
  const { assignee, entered } = request;
  const open = isOpen(request.state);
  const left = entered?.by.id === me ? (entered?.others ?? null) : null;
  const others = assignee && assignee.id !== me ? assignee : null;
  return {
    me,
    isClaimed: open && me !== undefined && assignee?.id === me,
    left,
    notMine: !open
      ? "This request is decided."
      : left
        ? `You entered this request, so ${left} has to decide it.`
        : others
          ? `${others.name} is reviewing this request; only they can decide it.`
          : null,
  };
}
