"use client";

import { api } from "@/lib/client/api";
import { usePollForChanges } from "./pulse";

const KYC = {
  group: "KYC",
  ask: (since: number) => api.kyc.pulse({ since }),
  lists: ["list", "stats", "upcoming"],
} as const;

/** Polls for changed requests. @param mark number of the newest change on screen; undefined until loaded */
export const useKycPulse = (mark: number | undefined) => usePollForChanges(KYC, mark);
