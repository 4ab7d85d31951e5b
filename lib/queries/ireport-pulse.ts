"use client";

import { api } from "@/lib/client/api";
import { usePollForChanges } from "./pulse";

const REPORTS = {
  group: "IReport",
  ask: (since: number) => api.ireport.pulse({ since }),
  lists: ["list", "stats", "similar"],
} as const;

/** Polls for changed reports. @param mark number of the newest change on screen; undefined until loaded */
export const useIreportPulse = (mark: number | undefined) => usePollForChanges(REPORTS, mark);
