"use client";

import { useMutation } from "@tanstack/react-query";
import { useClaimNext } from "@/components/common/use-claim-next";
import { recordUrl } from "@/lib/contract/records";
import { claimNextIreportMutation } from "@/lib/queries/ireport";

/** Claims and opens the unclaimed report that is due first. */
export const useClaimNextIreport = (skip?: string) =>
  useClaimNext(useMutation(claimNextIreportMutation()), {
    call: "ireport.next",
    urlOf: (id) => recordUrl("ireport", id),
    skip,
  });
