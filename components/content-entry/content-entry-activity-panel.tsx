import { Timeline } from "@/components/common/history/timeline";
import type { ContentEntryDetails } from "@/lib/contract/content-entries";
import type { ContentEntryKind } from "@/lib/contract/content-entries.values";
import type { ContentEntryLanguage } from "./content-entry-language-select";
import { describeContentEntryAction, describeContentEntryChanges } from "./content-entry-words";

type ContentEntryActivityPanelProps = Pick<ContentEntryDetails, "timeline"> & {
  kind: ContentEntryKind;
  languages: readonly ContentEntryLanguage[];
};

/** Lists the history of a content entry, newest first. */
export function ContentEntryActivityPanel({ kind, timeline, languages }: ContentEntryActivityPanelProps) {
  return (
    <Timeline
      // Describes the action from the unfiltered entry, because `describeContentEntryChanges` omits changes that the description needs.
      entries={timeline.map((entry) => ({
        ...describeContentEntryChanges(entry, kind, languages),
        words: describeContentEntryAction(entry),
      }))}
    />
  );
}
