import { Timeline } from "@/components/common/history/timeline";
import type { EntrySingle } from "@/lib/contract/entries";
import type { EntryKind } from "@/lib/contract/entries.values";
import type { EntryLanguage } from "./entry-language-select";
import { actionWords, toldOf } from "./entry-words";

type EntryActivityPanelProps = Pick<EntrySingle, "timeline"> & {
  kind: EntryKind;
  languages: readonly EntryLanguage[];
};

/** What was done with an entry, newest first. */
export function EntryActivityPanel({ kind, timeline, languages }: EntryActivityPanelProps) {
  // What was done follows from all changes, also from those that are not listed.
  const actions = new Map(timeline.map((entry) => [entry.id, actionWords(entry)]));
  return (
    <Timeline
      entries={timeline.map((entry) => toldOf(entry, kind, languages))}
      actionLabel={(action, { id }) => actions.get(id) ?? action}
    />
  );
}
