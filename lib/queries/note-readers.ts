import { queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "@/lib/client/api";
import { itemsOf } from "./items";
import { key } from "./keys";

/** The record of a note. Identity requests and users have the same readers for all; reports can be private. */
type NotedRecord = { type: "kyc" | "user" } | { type: "ireport"; id: string };

const noteReadersQuery = (record: NotedRecord) =>
  queryOptions({
    queryKey: key("RP", "note-readers", record),
    queryFn: async ({ signal }) => itemsOf(await fetchNoteReaders(record, signal)),
    staleTime: 300_000,
  });

const fetchNoteReaders = (record: NotedRecord, signal: AbortSignal) =>
  record.type === "ireport"
    ? api.ireport.noteReaders({ ireportId: record.id }, { signal })
    : record.type === "kyc"
      ? api.kyc.noteReaders({}, { signal })
      : api.user.noteReaders({}, { signal });

/** Props of a note's field: the admins who can be mentioned, because they may read the record. Loaded once one is mentioned. */
export function useNoteReaders(record: NotedRecord) {
  const [isNeeded, setIsNeeded] = useState(false);
  const readers = useQuery({ ...noteReadersQuery(record), enabled: isNeeded }).data ?? [];
  return { readers, onMention: () => setIsNeeded(true) };
}
