import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { addRecentRecord, recentRecords } from "@/lib/client/recent-records";
import { type FeatureAccess, satisfiesPolicy } from "@/lib/contract/access";
import { RECORD_KINDS, type RecordType } from "@/lib/contract/record-kinds";
import type { RecordKindResults } from "@/lib/contract/search";
import { pinnedRecordsQuery, pinRecordMutation, recordSearchQuery } from "@/lib/queries/search";

/** A record as shown in the search box. */
export type PaletteRecord = { kind: string; label: string; id: string; title: string; detail: string; url: string };

/** Delay in ms between a key press and the search. Short, because an outdated search is aborted. */
const DEBOUNCE_MS = 40;

/** State of the record search in the command palette. */
export type RecordSearch = {
  kinds: readonly RecordKindResults[];
  slow: readonly string[];
  hint?: string;
  error: Error | null;
  isLoading: boolean;
  /** True while the results belong to the previous search text. Such results stay visible, but can't be opened. */
  isStale: boolean;
  retry: () => void;
  /** Opens the first record as soon as the results for the current text arrive. Called if Enter is pressed before that. */
  openWhenFound: () => void;
};

/** Searches records while the admin types. @param open opens the URL of a record */
export function useRecordSearch(query: string, open: (url: string) => void): RecordSearch {
  const text = query.trim();
  const [asked, setAsked] = useState(text);
  const waitingText = useRef<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(recordSearchQuery(asked));
  const isCurrent = asked === text && !isPlaceholderData && data !== undefined;
  useEffect(() => {
    if (!isCurrent || waitingText.current === null) return;
    const first = waitingText.current === text ? data.kinds[0]?.items[0] : undefined;
    waitingText.current = null;
    if (!first) return;
    addRecentRecord(first);
    open(first.url);
  });
  return {
    kinds: (text && data?.kinds) || [],
    slow: (text && data?.slow) || [],
    hint: isCurrent ? data.hint : undefined,
    error: asked === text ? error : null,
    isLoading: text !== "" && (asked !== text || isFetching),
    isStale: !isCurrent,
    retry: () => void refetch(),
    openWhenFound: () => {
      if (!isCurrent) waitingText.current = text;
    },
  };
}

/** Returns pinned records, stored on the server, and records that were opened in this tab and that the admin may still open. */
export function usePinnedAndRecentRecords(rights: readonly FeatureAccess[]) {
  const client = useQueryClient();
  const { data: pins } = useQuery(pinnedRecordsQuery());
  const pinned = pins?.items ?? [];
  const { mutate } = useMutation({
    ...pinRecordMutation(),
    onSuccess: (changedPins) => client.setQueryData(pinnedRecordsQuery().queryKey, changedPins),
  });
  const [recent] = useState(() => recentRecords().flatMap((record) => toPaletteRecord(record, rights)));
  return {
    pinned,
    isLoaded: pins !== undefined,
    recent: recent.filter(({ url }) => pinned.every((pin) => pin.url !== url)),
    pin: ({ kind, id, title, detail }: PaletteRecord, isPinned: boolean) =>
      mutate({ kind, id, title, detail, isPinned }),
  };
}

/** Converts a record to an entry of the search box, with kind and id. Returns an empty list if the admin may not open the record. */
function toPaletteRecord(
  record: { url: string; title: string; detail: string },
  rights: readonly FeatureAccess[],
): PaletteRecord[] {
  const [id] = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.exec(record.url) ?? [];
  if (!id) return [];
  for (const kind of Object.keys(RECORD_KINDS) as RecordType[]) {
    const { label, address, opens, list } = RECORD_KINDS[kind];
    if (list && opens && address?.({ id, name: "" }) === record.url)
      return satisfiesPolicy(rights, opens.policy) ? [{ ...record, kind, label, id }] : [];
  }
  return [];
}
