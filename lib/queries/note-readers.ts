import { queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "@/lib/client/api";
import { itemsOfResponse } from "./items";
import { queryKeyOf } from "./keys";

/** Record to which a note belongs. Reports need an id, because private reports have fewer readers. */
type NotedRecord = { type: "kyc" | "user" } | { type: "ireport"; id: string };

const noteReadersQuery = (record: NotedRecord) =>
  queryOptions({
    queryKey: queryKeyOf("RP", "note-readers", record),
    queryFn: async ({ signal }) => itemsOfResponse(await fetchNoteReaders(record, signal)),
    staleTime: 300_000,
  });

const fetchNoteReaders = (record: NotedRecord, signal: AbortSignal) =>
  record.type === "ireport"
    ? api.ireport.noteReaders({ ireportId: record.id }, { signal })
    : record.type === "kyc"
      ? api.kyc.noteReaders({}, { signal })
      : api.user.noteReaders({}, { signal });

/** Returns the props of a note's field: the admins who may read the record, and so can be mentioned. Loads them at the first mention. */
export function useMentionableAdmins(record: NotedRecord) {
  const [isNeeded, setIsNeeded] = useState(false);
  const readers = useQuery({ ...noteReadersQuery(record), enabled: isNeeded }).data ?? [];
  return { readers, onMention: () => setIsNeeded(true) };
}
