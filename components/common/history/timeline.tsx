import { clsx } from "clsx";
import { ArrowRight } from "lucide-react";
import type { ReactNode } from "react";
import { DateTime } from "@/components/common/date-time";
import { Card, CardHeader } from "@/components/ui/card";
import type { TimelineEntry } from "@/lib/contract/system-logs";
import { adminWords, titleCase, withLagosTime } from "@/lib/format";

/** Words of the contract such as `in_review` are shown as words, an instant as Lagos time; anything else as it is. */
const valueWords = (value: string) => (/^[a-z]+(_[a-z]+)*$/.test(value) ? titleCase(value) : withLagosTime(value));

type TimelineProps<Entry extends TimelineEntry> = {
  entries: readonly Entry[];
  /** What was done, where that follows from the changes; the words of the action otherwise. */
  wordsOf?: (entry: Entry) => string;
  /** Who did it, where the module knows more than the trail says: the name of the applicant, say. */
  actorLabel?: (entry: Entry) => string;
  /** What the module has to say of an entry besides. */
  more?: (entry: Entry) => ReactNode;
};

const ownWords = ({ words }: TimelineEntry) => words;
const actorWords = ({ by, actor }: TimelineEntry) => (by ? adminWords(by) : actor);

/** A record's history as a card of its page. */
export const HistoryCard = <Entry extends TimelineEntry>({
  title,
  ...props
}: TimelineProps<Entry> & { title: string }) => (
  <Card>
    <CardHeader title={title} />
    <div className="px-5 pb-5">
      <Timeline {...props} />
    </div>
  </Card>
);

/** What happened to a record, newest first: who, when, what changed. */
export function Timeline<Entry extends TimelineEntry>(props: TimelineProps<Entry>) {
  const { entries, wordsOf = ownWords, actorLabel = actorWords, more } = props;
  const actorOf = (entry: Entry) => {
    const actor = actorLabel(entry);
    return actor && `${actor} · `;
  };
  if (entries.length === 0) return <p className="text-muted">Nothing has happened yet.</p>;
  return (
    <ol className="relative space-y-5 border-l border-border pl-5">
      {entries.map((entry) => (
        <li key={entry.id} className="relative">
          <span
            aria-hidden="true"
            className={clsx(
              "absolute top-1.5 -left-6.25 size-2.5 rounded-full ring-4 ring-surface",
              entry.outcome === "refused" ? "bg-danger" : "bg-primary",
            )}
          />
          <p className="font-semibold">
            {wordsOf(entry)}
            {entry.outcome === "refused" && <span className="text-danger"> (refused)</span>}
          </p>
          <p className="text-sm text-muted">
            {actorOf(entry)}
            <DateTime at={entry.at} />
          </p>
          {more?.(entry)}
          {entry.changes.length > 0 && (
            <dl className="mt-2 space-y-1 text-sm">
              {entry.changes.map((change) => (
                <div key={change.field} className="flex flex-wrap items-baseline gap-x-2">
                  <dt className="text-muted">{titleCase(change.field)}</dt>
                  <dd className="flex min-w-0 flex-wrap items-center gap-x-1.5 font-medium break-words">
                    {change.before !== null && (
                      <>
                        <del className="text-muted">{valueWords(change.before)}</del>
                        <ArrowRight className="size-3.5 text-muted" role="img" aria-label="became" />
                      </>
                    )}
                    <ins className="no-underline">{change.after === null ? "nothing" : valueWords(change.after)}</ins>
                  </dd>
                </div>
              ))}
            </dl>
          )}
        </li>
      ))}
    </ol>
  );
}
