import { clsx } from "clsx";
import { ArrowRight } from "lucide-react";
import type { ReactNode } from "react";
import { DateTime } from "@/components/common/date-time";
import { FreeText } from "@/components/common/free-text";
import { Card, CardHeader } from "@/components/ui/card";
import type { TimelineEntry } from "@/lib/contract/system-logs";
import { adminLabel, formatIfDate, titleCase } from "@/lib/format";

/** Formats an enum value such as `in_review` as words, and a timestamp as Lagos time. Returns other text unchanged. */
const formatValue = (value: string) => (/^[a-z]+(_[a-z]+)*$/.test(value) ? titleCase(value) : formatIfDate(value));

type TimelineProps<Entry extends TimelineEntry> = {
  entries: readonly Entry[];
  /** Describes an action whose text depends on its changes. Default: the action's name. */
  wordsOf?: (entry: Entry) => string;
  /** Returns the actor's name if the audit trail has none, such as the applicant's name. */
  actorLabel?: (entry: Entry) => string;
  /** Renders additional content of a history entry. */
  more?: (entry: Entry) => ReactNode;
};

const wordsOfEntry = ({ words }: TimelineEntry) => words;
const actorName = ({ by, actor }: TimelineEntry) => (by ? adminLabel(by) : actor);

/** Renders a `Timeline` in a card with a title. */
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

/** Lists the changes of a record, newest first: who, when, what changed. */
export function Timeline<Entry extends TimelineEntry>(props: TimelineProps<Entry>) {
  const { entries, wordsOf: toText = wordsOfEntry, actorLabel = actorName, more: renderDetails } = props;
  const actorOf = (entry: Entry) => {
    const actor = actorLabel(entry);
    return actor && `${actor} · `;
  };
  if (entries.length === 0) return <p className="text-muted">Nothing has happened yet.</p>;
  return (
    <ol className="relative space-y-5 border-l border-border pl-5">
      {entries.map((entry) => (
        <li key={entry.id} className="relative wrap-anywhere">
          <span
            aria-hidden="true"
            className={clsx(
              "absolute top-1.5 -left-6.25 size-2.5 rounded-full ring-4 ring-surface",
              entry.outcome === "refused" ? "bg-danger" : "bg-primary",
            )}
          />
          <p className="font-semibold">
            {toText(entry)}
            {entry.outcome === "refused" && <span className="text-danger"> (refused)</span>}
          </p>
          <p className="text-sm text-muted">
            {actorOf(entry)}
            <DateTime at={entry.at} />
          </p>
          {renderDetails?.(entry)}
          {entry.changes.length > 0 && (
            <dl className="mt-2 space-y-1 text-sm">
              {entry.changes.map((change) => (
                <div key={change.field} className="flex flex-wrap items-baseline gap-x-2">
                  <dt className="text-muted">{titleCase(change.field)}</dt>
                  <FreeText as="dd" className="flex flex-wrap items-center gap-x-1.5 font-medium">
                    {change.before !== null && (
                      <>
                        <del className="text-muted">{formatValue(change.before)}</del>
                        <ArrowRight className="size-3.5 text-muted" role="img" aria-label="became" />
                      </>
                    )}
                    <ins className="no-underline">{change.after === null ? "nothing" : formatValue(change.after)}</ins>
                  </FreeText>
                </div>
              ))}
            </dl>
          )}
        </li>
      ))}
    </ol>
  );
}
