"use client";

import { api } from "@/lib/client/api";
import { usePulse } from "./pulse";

const REPORTS = {
  group: "IReport",
  ask: (since: number) => api.ireport.pulse({ since }),
  lists: ["list", "stats", "similar"],
} as const;

/** @param mark of the reports on screen; undefined until they are there. */
export const useIreportPulse = (mark: number | undefined) => usePulse(REPORTS, mark);
