"use client";

import { useMutation } from "@tanstack/react-query";
import { useNext } from "@/components/common/use-next";
import { recordUrl } from "@/lib/contract/records";
import { nextKycMutation } from "@/lib/queries/kyc-review";

const urlOf = (id: string) => recordUrl("kyc", id);

/** The oldest request that nobody has. A case that was loaded ahead is there at once (kyc-upcoming.tsx). */
export const useNextCase = (skip?: string) =>
  useNext(useMutation(nextKycMutation()), { call: "kyc.next", urlOf, skip });
