"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { EntryPreview } from "@/lib/contract/entries";
import type { EntryKind } from "@/lib/contract/entries.values";
import type { AnyDraft } from "@/lib/contract/entries-drafts";
import { entryPreviewQuery } from "@/lib/queries/entries";

const PREVIEW_DELAY_MS = 500;

/** Preview of the draft on screen, rendered by the server. */
export type EntryPreviewState = {
  preview: EntryPreview | undefined;
  error: Error | null;
  loading: boolean;
  retry: () => void;
};

/** Requests a preview 500 ms after the last change, and only while the preview is visible. */
export function useEntryPreview(
  kind: EntryKind,
  entryId: string,
  draft: AnyDraft,
  language: string,
  isVisible: boolean,
): EntryPreviewState {
  const [debounced, setDebounced] = useState(draft);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(draft), PREVIEW_DELAY_MS);
    return () => clearTimeout(timer);
  }, [draft]);
  const query = useQuery({ ...entryPreviewQuery(kind, entryId, debounced, language), enabled: isVisible });
  return {
    preview: query.data,
    error: query.error,
    loading: query.isFetching || debounced !== draft,
    retry: () => void query.refetch(),
  };
}
