"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { ContentEntryPreview } from "@/lib/contract/content-entries";
import type { ContentEntryKind } from "@/lib/contract/content-entries.values";
import type { AnyDraft } from "@/lib/contract/content-entries-drafts";
import { contentEntryPreviewQuery } from "@/lib/queries/content-entries";

const PREVIEW_DELAY_MS = 500;

/** Preview of the draft on screen, rendered by the server. */
export type ContentEntryPreviewState = {
  preview: ContentEntryPreview | undefined;
  error: Error | null;
  loading: boolean;
  retry: () => void;
};

/** Requests a preview 500 ms after the last change, and only while the preview is visible. */
export function useContentEntryPreview(
  kind: ContentEntryKind,
  entryId: string,
  draft: AnyDraft,
  language: string,
  isVisible: boolean,
): ContentEntryPreviewState {
  const [debounced, setDebounced] = useState(draft);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(draft), PREVIEW_DELAY_MS);
    return () => clearTimeout(timer);
  }, [draft]);
  const query = useQuery({ ...contentEntryPreviewQuery(kind, entryId, debounced, language), enabled: isVisible });
  return {
    preview: query.data,
    error: query.error,
    loading: query.isFetching || debounced !== draft,
    retry: () => void query.refetch(),
  };
}
