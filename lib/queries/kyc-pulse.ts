"use client";

import { api } from "@/lib/client/api";
import { usePulse } from "./pulse";

const KYC = {
  group: "KYC",
  ask: (since: number) => api.kyc.pulse({ since }),
  lists: ["list", "stats", "upcoming"],
} as const;

/** @param mark of the identity requests on screen; undefined until they are there. */
export const useKycPulse = (mark: number | undefined) => usePulse(KYC, mark);
