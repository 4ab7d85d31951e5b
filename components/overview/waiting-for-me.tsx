"use client";

import { useQuery } from "@tanstack/react-query";
import { Deadline } from "@/components/common/due";
import { FreeText } from "@/components/common/free-text";
import { RelativeTime } from "@/components/common/relative-time";
import { LoadFailed } from "@/components/common/states";
import { Card, CardHeader } from "@/components/ui/card";
import { HoverLink } from "@/components/ui/hover-link";
import { formatTotal } from "@/lib/format";
import { type HomeWaitingWork, homeWaitingWorkQuery } from "@/lib/queries/overview";

/** Lists the work that waits for the admin in all modules: a link with the count for each kind, then the oldest items. */
export function WorkWaitingForMe() {
  const { data, error, isFetching, refetch } = useQuery(homeWaitingWorkQuery());
  return (
    <Card aria-label="Waiting for me">
      <CardHeader title="Waiting for me" description={data && describeWork(data)} />
      {error && !data && <LoadFailed message={error.message} busy={isFetching} onRetry={refetch} />}
      {data && data.kinds.length > 0 && <WorkKinds kinds={data.kinds} />}
      {data && data.items.length > 0 && <WorkItems items={data.items} />}
    </Card>
  );
}

function describeWork({ kinds, items }: HomeWaitingWork): string {
  if (items.length) return `${describeTotal(kinds)}, oldest first`;
  return kinds.some(({ failed }) => failed) ? "Some of it couldn't be loaded." : "Nothing waits for you.";
}

function describeTotal(kinds: HomeWaitingWork["kinds"]): string {
  const total = kinds.reduce((sum, kind) => sum + kind.total, 0);
  return formatTotal(
    total,
    kinds.some((kind) => kind.total_is_capped),
  );
}

function WorkKinds({ kinds }: Pick<HomeWaitingWork, "kinds">) {
  return (
    <ul aria-label="Kinds of work" className="flex flex-wrap gap-2 px-5 pb-4 text-sm">
      {kinds.map(({ label, url, total, total_is_capped, failed }) => (
        <li key={url}>
          <HoverLink
            href={url}
            className="inline-flex min-h-8 items-center gap-2 rounded-full border border-border px-3 py-1 hover:border-control"
          >
            <FreeText>{failed ? `${label}: couldn't load` : `All ${uncapitalize(label)}`}</FreeText>
            {!failed && <span className="font-bold tabular-nums">{formatTotal(total, total_is_capped)}</span>}
          </HoverLink>
        </li>
      ))}
    </ul>
  );
}

/** Changes the first letter to lower case, unless the first word is an abbreviation or a name such as "KYC". */
const uncapitalize = (label: string) => (/^[A-Z][a-z]/.test(label) ? label[0]?.toLowerCase() + label.slice(1) : label);

const WorkItems = ({ items }: Pick<HomeWaitingWork, "items">) => (
  <ol aria-label="Oldest items" className="divide-y divide-border border-border border-t text-sm">
    {items.map(({ id, kind, title, detail, since, due_at, expires, url }) => (
      <li key={id} className="relative flex flex-wrap items-baseline gap-x-4 gap-y-0.5 px-5 py-2.5 hover:bg-sunken">
        <FreeText as="div" className="grow basis-60">
          <HoverLink
            href={url}
            className="rounded-sm font-semibold text-primary outline-none after:absolute after:inset-0 hover:underline focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-primary"
          >
            {title}
          </HoverLink>
          <span className="block text-muted">
            {kind}
            {detail && ` · ${detail}`}
          </span>
        </FreeText>
        <span className="text-muted">
          <RelativeTime at={since} />
        </span>
        {due_at && <Deadline at={due_at} expiry={expires} />}
      </li>
    ))}
  </ol>
);
