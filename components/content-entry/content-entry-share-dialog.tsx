"use client";

import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { CopyButton } from "@/components/common/copy-button";
import { LoadFailed } from "@/components/common/states";
import { Dialog } from "@/components/ui/dialog";
import { Input } from "@/components/ui/input";
import { Skeleton } from "@/components/ui/skeleton";
import type { ContentEntryKind } from "@/lib/contract/content-entries.values";
import { formatTime } from "@/lib/format";
import { createDraftLinkMutation } from "@/lib/queries/content-entries";

type ContentEntryShareDialogProps = {
  kind: ContentEntryKind;
  entryId: string;
  language: string;
  onClose: () => void;
};

/** Creates and shows a preview link to the saved draft. */
export function ContentEntryShareDialog({ kind, entryId, language, onClose }: ContentEntryShareDialogProps) {
  const { mutate, data, error, isPending } = useMutation(createDraftLinkMutation(kind));
  const isRequested = useRef(false);
  useEffect(() => {
    // Prevents a second run in React's strict mode, because each call creates another link.
    if (isRequested.current) return;
    isRequested.current = true;
    mutate({ entryId, language });
  }, [mutate, entryId, language]);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Share preview"
      description="Until the link expires, anyone who has it can read the saved draft without signing in, including changes that you save later."
    >
      {error ? (
        <LoadFailed message={error.message} busy={isPending} onRetry={() => mutate({ entryId, language })} />
      ) : data ? (
        <>
          <div className="flex items-center gap-2">
            <Input
              readOnly
              aria-label="Preview link"
              value={data.url}
              onFocus={(event) => event.target.select()}
              className="font-mono text-sm"
            />
            <CopyButton value={data.url} label="Copy preview link" />
          </div>
          <p className="mt-2 text-muted text-sm">The link expires at {formatTime(data.expires_at)}.</p>
        </>
      ) : (
        <Skeleton className="h-10" />
      )}
    </Dialog>
  );
}
