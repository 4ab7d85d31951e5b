import { Timeline } from "@/components/common/history/timeline";
import type { EntrySingle } from "@/lib/contract/entries";
import type { EntryKind } from "@/lib/contract/entries.values";
import type { EntryLanguage } from "./entry-language-select";
import { describeEntryAction, describeEntryChanges } from "./entry-words";

type EntryActivityPanelProps = Pick<EntrySingle, "timeline"> & {
  kind: EntryKind;
  languages: readonly EntryLanguage[];
};

/** Lists the history of a content entry, newest first. */
export function EntryActivityPanel({ kind, timeline, languages }: EntryActivityPanelProps) {
  return (
    <Timeline
      // Describes the action from the unfiltered entry, because `describeEntryChanges` omits changes that the description needs.
      entries={timeline.map((entry) => ({
        ...describeEntryChanges(entry, kind, languages),
        words: describeEntryAction(entry),
      }))}
    />
  );
}
