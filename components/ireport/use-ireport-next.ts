"use client";

import { useMutation } from "@tanstack/react-query";
import { useClaimNextRecord } from "@/components/common/use-claim-next";
import { recordUrl } from "@/lib/contract/records";
import { claimNextIreportMutation } from "@/lib/queries/ireport";

/** Claims and opens the unclaimed report that is due first. */
export const useClaimNextIreport = (skip?: string) =>
  useClaimNextRecord(useMutation(claimNextIreportMutation()), {
    call: "ireport.next",
    urlOf: (id) => recordUrl("ireport", id),
    skip,
  });
