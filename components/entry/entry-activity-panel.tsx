import { Timeline } from "@/components/common/timeline";
import type { EntrySingle } from "@/lib/contract/entries";
import { actionWords, toldOf } from "./entry-words";

/** What was done with an entry, newest first. */
export function EntryActivityPanel({ timeline }: Pick<EntrySingle, "timeline">) {
  return <Timeline entries={timeline.map(toldOf)} actionLabel={actionWords} />;
}
