"use client";

import { CopyButton } from "@/components/common/copy-button";
import { LoadFailed } from "@/components/common/states";
import { formatBytes } from "@/components/record-editor/format-bytes";
import { Skeleton } from "@/components/ui/skeleton";
import type { ContentEntryRow } from "@/lib/contract/content-entries";
import type { ContentEntryKind } from "@/lib/contract/content-entries.values";
import type { AnyDraft } from "@/lib/contract/content-entries-drafts";
import { CONTENT_ENTRY_KIND_INFO } from "./content-entry-kinds";
import type { ContentEntryPreviewState } from "./use-content-entry-preview";

type ContentEntryApiResponsePanelProps = {
  kind: ContentEntryKind;
  entry: Pick<ContentEntryRow, "id">;
  draft: AnyDraft;
  shown: ContentEntryPreviewState;
};

/** Shows the API response that the citizen app would receive for the draft, with its URL and size. */
export function ContentEntryApiResponsePanel({
  kind,
  entry,
  draft,
  shown: previewState,
}: ContentEntryApiResponsePanelProps) {
  const { preview, error, loading, retry } = previewState;
  const isForGroups = "audience" in draft && draft.audience === "groups";
  const path = `/api/v1/public${CONTENT_ENTRY_KIND_INFO[kind].publicPath.replace("{id}", entry.id)}`;
  const query = preview && preview.language !== "en" ? `?language=${preview.language}` : "";
  const address = typeof window === "undefined" ? path : window.location.origin + path + query;
  return (
    <div className="space-y-3" aria-busy={loading || undefined}>
      {isForGroups ? (
        <p className="text-sm">Sent to members only. Not available at a public address.</p>
      ) : (
        <div>
          <p className="font-semibold text-sm">Public address once it is live</p>
          <p className="flex items-center gap-1">
            {/* suppressHydrationWarning: the server does not know the page's origin. */}
            <code suppressHydrationWarning className="min-w-0 wrap-anywhere text-sm">
              {address}
            </code>
            <CopyButton value={address} label="Copy public address" />
          </p>
        </div>
      )}
      {error && !preview && <LoadFailed message={error.message} busy={loading} onRetry={retry} />}
      {!error && !preview && <Skeleton className="h-64" />}
      {preview && (
        <>
          <p className="text-muted text-sm">
            {formatBytes(preview.weight)} without pictures{error ? `. Not up to date: ${error.message}` : ""}
          </p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box needs keyboard focus */}
          <pre tabIndex={0} className="max-h-[32rem] overflow-auto rounded-md bg-sunken p-3 font-mono text-xs">
            {JSON.stringify(preview.received, null, 2)}
          </pre>
        </>
      )}
    </div>
  );
}
