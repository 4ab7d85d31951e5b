"use client";

import { useMutation } from "@tanstack/react-query";
import { useNext } from "@/components/common/use-next";
import { recordUrl } from "@/lib/contract/records";
import { nextIreportMutation } from "@/lib/queries/ireport";

/** Claims and opens the unclaimed report that is due first. */
export const useIreportNext = (skip?: string) =>
  useNext(useMutation(nextIreportMutation()), { call: "ireport.next", urlOf: (id) => recordUrl("ireport", id), skip });
