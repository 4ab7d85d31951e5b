import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/client/api";
import { fetchInWindow } from "@/lib/client/list-window";
import { queryKeyOf } from "./keys";

type ScanInput = Parameters<typeof api.event.scan>[0];
type ConflictsInput = Parameters<typeof api.event.scanConflicts>[0];

/** Reads what the check-in page of an event shows: the event and its check-in counts. */
export const eventGateQuery = (eventId: string) =>
  queryOptions({
    queryKey: queryKeyOf("Event", "gate", eventId),
    queryFn: ({ signal }) => api.event.gate({ eventId }, { signal }),
  });

/** Reads one page of the ticket list that a gate stores. `after`: `next` of the previous page. */
export const fetchGateListPage = (input: { eventId: string; after?: string }, signal?: AbortSignal) =>
  api.event.gateList(input, { signal });

/** Sends ticket scans. The response also contains the event's check-in counts. */
export const sendScans = (input: ScanInput, signal?: AbortSignal) => api.event.scan(input, { signal });

/** Reads scans with which an offline gate admitted people by mistake. */
export const scanConflictsQuery = (input: ConflictsInput) =>
  queryOptions({
    queryKey: queryKeyOf("Event", "scan-conflicts", input),
    queryFn: fetchInWindow(api.event.scanConflicts, input),
    placeholderData: keepPreviousData,
  });
