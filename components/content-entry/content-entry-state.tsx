import { StatusBadge } from "@/components/common/status-badge";
import { Badge } from "@/components/ui/badge";
import type { ContentEntryRow } from "@/lib/contract/content-entries";
import type { ContentEntryState as State } from "@/lib/contract/content-entries.values";

type ContentEntryStateBadgeProps = { entry: Pick<ContentEntryRow, "state" | "changed"> };

export const CONTENT_ENTRY_STATE_LABELS: Readonly<Record<State, string>> = {
  draft: "Draft",
  scheduled: "Scheduled",
  published: "Published",
  expired: "Ended",
  archived: "Archived",
};

/** Renders the state of a content entry, and whether its draft has unpublished changes. */
export function ContentEntryStateBadge({ entry }: ContentEntryStateBadgeProps) {
  const hasUnpublishedChanges = entry.changed && (entry.state === "published" || entry.state === "scheduled");
  return (
    <span className="inline-flex flex-wrap items-center gap-1.5">
      <StatusBadge status={entry.state} label={CONTENT_ENTRY_STATE_LABELS[entry.state]} />
      {hasUnpublishedChanges && <Badge tone="warning">Unpublished changes</Badge>}
    </span>
  );
}
