import { Timeline } from "@/components/common/history/timeline";
import type { EntrySingle } from "@/lib/contract/entries";
import type { EntryKind } from "@/lib/contract/entries.values";
import type { EntryLanguage } from "./entry-language-select";
import { historyWords, toldOf } from "./entry-words";

type EntryActivityPanelProps = Pick<EntrySingle, "timeline"> & {
  kind: EntryKind;
  languages: readonly EntryLanguage[];
};

/** What was done with an entry, newest first. */
export function EntryActivityPanel({ kind, timeline, languages }: EntryActivityPanelProps) {
  return (
    <Timeline
      // What was done follows from all changes, also from those that are not listed.
      entries={timeline.map((entry) => ({ ...toldOf(entry, kind, languages), words: historyWords(entry) }))}
    />
  );
}
