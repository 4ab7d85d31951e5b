"use client";

import { api } from "@/lib/client/api";
import { usePollForChanges } from "./use-poll-for-changes";

const KYC_POLL = {
  group: "KYC",
  fetchChanges: (since: number) => api.kyc.pulse({ since }),
  lists: ["list", "stats", "upcoming"],
} as const;

/** Polls for identity requests that other admins changed. @param lastChangeId number of the newest change on screen; undefined until loaded */
export const usePollKycChanges = (lastChangeId: number | undefined) => usePollForChanges(KYC_POLL, lastChangeId);
