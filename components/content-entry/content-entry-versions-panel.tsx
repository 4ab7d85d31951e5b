"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { DateTime } from "@/components/common/date-time";
import { LazyConfirmDialog } from "@/components/common/form/lazy-confirm-dialog";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { toast } from "@/lib/client/toast";
import type { ContentEntryDetails, PublicationRow } from "@/lib/contract/content-entries";
import type { ContentEntryKind } from "@/lib/contract/content-entries.values";
import type { AnyDraft } from "@/lib/contract/content-entries-drafts";
import { adminLabel, formatDateTime } from "@/lib/format";
import { restorePublicationMutation } from "@/lib/queries/content-entries";
import type { ContentEntryLanguage } from "./content-entry-language-select";
import { ContentEntryVersionComparison } from "./content-entry-version-comparison";

type ContentEntryVersionsPanelProps = {
  kind: ContentEntryKind;
  entry: ContentEntryDetails;
  /** The draft on screen, including unsaved changes. */
  draft: AnyDraft;
  dirty: boolean;
  languages: readonly ContentEntryLanguage[];
  mayChange: boolean;
};

/** Lists all published versions of a content entry. Each can be compared, or restored as the draft. */
export function ContentEntryVersionsPanel({
  kind,
  entry,
  draft,
  dirty,
  languages,
  mayChange,
}: ContentEntryVersionsPanelProps) {
  const [toRestore, setToRestore] = useState<PublicationRow | null>(null);
  const restore = useMutation(restorePublicationMutation(kind));
  if (entry.publications.length === 0)
    return <p className="text-muted">It was never published. Each publication is kept here as a version.</p>;
  return (
    <div className="space-y-5">
      <ContentEntryVersionComparison kind={kind} entry={entry} draft={draft} languages={languages} />
      <ol className="space-y-3">
        {entry.publications.map((publication) => (
          <li key={publication.number} className="rounded-md border border-border p-3 text-sm">
            <div className="flex flex-wrap items-center gap-2">
              <span className="font-semibold">Version {publication.number}</span>
              {publication.number === entry.live_number && <Badge tone="success">Live</Badge>}
              {publication.withdrawn_at && <Badge>Withdrawn</Badge>}
              {publication.must_accept && <Badge tone="info">Must be accepted</Badge>}
              {mayChange && (
                <Button size="sm" variant="ghost" className="ml-auto" onClick={() => setToRestore(publication)}>
                  Use as draft<span className="sr-only">: version {publication.number}</span>
                </Button>
              )}
            </div>
            <p className="mt-1">{publication.title || "No title"}</p>
            <p className="text-muted">
              From <DateTime at={publication.from} />
              {publication.until && (
                <>
                  {" "}
                  until <DateTime at={publication.until} />
                </>
              )}
            </p>
            <p className="text-muted">
              Published by {adminLabel(publication.published_by)}, <DateTime at={publication.published_at} />
            </p>
            {publication.withdrawn_at && (
              <p className="text-muted">
                Withdrawn {publication.withdrawn_by && `by ${adminLabel(publication.withdrawn_by)}, `}
                {formatDateTime(publication.withdrawn_at)}
              </p>
            )}
          </li>
        ))}
      </ol>
      {toRestore && (
        <LazyConfirmDialog
          open
          onOpenChange={() => setToRestore(null)}
          title={`Use version ${toRestore.number} as the draft?`}
          consequence={
            dirty
              ? "It replaces the saved draft. Your unsaved changes stay on screen, and you choose between both when you save."
              : "It replaces the draft. Published versions don't change."
          }
          confirmLabel="Use as draft"
          onConfirm={async () => {
            await restore.mutateAsync({ entryId: entry.id, number: toRestore.number, version: entry.version });
            toast.success(`Version ${toRestore.number} is the draft.`);
          }}
        />
      )}
    </div>
  );
}
