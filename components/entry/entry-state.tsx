import { StatusBadge } from "@/components/common/status-badge";
import { Badge } from "@/components/ui/badge";
import type { EntryRow } from "@/lib/contract/entries";
import type { EntryState as State } from "@/lib/contract/entries.values";

type EntryStateProps = { entry: Pick<EntryRow, "state" | "changed"> };

export const ENTRY_STATE_LABELS: Readonly<Record<State, string>> = {
  draft: "Draft",
  scheduled: "Scheduled",
  published: "Published",
  expired: "Ended",
  archived: "Archived",
};

/** Renders the state of an entry, and whether its draft has unpublished changes. */
export function EntryStateBadge({ entry }: EntryStateProps) {
  const hasUnpublishedChanges = entry.changed && (entry.state === "published" || entry.state === "scheduled");
  return (
    <span className="inline-flex flex-wrap items-center gap-1.5">
      <StatusBadge status={entry.state} label={ENTRY_STATE_LABELS[entry.state]} />
      {hasUnpublishedChanges && <Badge tone="warning">Unpublished changes</Badge>}
    </span>
  );
}
