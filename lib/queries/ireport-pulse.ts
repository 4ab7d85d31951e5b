"use client";

import { api } from "@/lib/client/api";
import { usePollForChanges } from "./use-poll-for-changes";

const IREPORT_POLL = {
  group: "IReport",
  fetchChanges: (since: number) => api.ireport.pulse({ since }),
  lists: ["list", "stats", "similar"],
} as const;

/** Polls for reports changed by other admins. @param lastChangeId number of the newest change on screen; undefined until loaded */
export const usePollIreportChanges = (lastChangeId: number | undefined) =>
  usePollForChanges(IREPORT_POLL, lastChangeId);
