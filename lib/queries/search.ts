import { keepPreviousData, mutationOptions, queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/client/api";
import { queryKeyOf } from "./keys";

/** Searches records of all kinds. A changed text aborts the running request. Previous results stay visible until new results arrive. */
export const recordSearchQuery = (q: string) =>
  queryOptions({
    queryKey: queryKeyOf("Overview", "record-search", q),
    queryFn: ({ signal }) => api.search.records({ q }, { signal }),
    enabled: q !== "",
    placeholderData: q === "" ? undefined : keepPreviousData,
    retry: false,
  });

/** Reads the records that the admin has pinned, latest first. */
export const pinnedRecordsQuery = () =>
  queryOptions({ queryKey: queryKeyOf("Overview", "pins"), queryFn: ({ signal }) => api.search.pins({}, { signal }) });

type PinChange = { kind: string; id: string; title: string; detail: string; isPinned: boolean };

/** Pins or unpins a record. `isPinned`: the wanted state. */
export const pinRecordMutation = () =>
  mutationOptions({
    mutationFn: ({ isPinned, ...record }: PinChange) =>
      isPinned ? api.search.pin(record) : api.search.unpin({ kind: record.kind, recordId: record.id }),
  });
