import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/client/api";
import { key } from "./keys";

type ScanInput = Parameters<typeof api.event.scan>[0];
type ConflictsInput = Parameters<typeof api.event.scanConflicts>[0];

export const gateQuery = (eventId: string) =>
  queryOptions({
    queryKey: key("Event", "gate", eventId),
    queryFn: ({ signal }) => api.event.gate({ eventId }, { signal }),
  });

/** One part of the list that a gate keeps; `after` as the part before answered it. */
export const readGateList = (input: { eventId: string; after?: string }, signal?: AbortSignal) =>
  api.event.gateList(input, { signal });

/** Scans now, or those that waited; a gate reads its counts from the answer. */
export const sendScans = (input: ScanInput, signal?: AbortSignal) => api.event.scan(input, { signal });

export const scanConflictsQuery = (input: ConflictsInput) =>
  queryOptions({
    queryKey: key("Event", "scan-conflicts", input),
    queryFn: ({ signal }) => api.event.scanConflicts(input, { signal }),
    placeholderData: keepPreviousData,
  });
