import { StatusBadge } from "@/components/common/status-badge";
import { Card, CardHeader } from "@/components/ui/card";
import { HoverLink } from "@/components/ui/hover-link";
import type { EventOverview, EventRow } from "@/lib/contract/event";
import { recordUrl } from "@/lib/contract/records";
import { formatCount } from "@/lib/format";

import { whenWords } from "./event-words";
import { SoldBar } from "./sold-bar";

const nameLink = "rounded-sm font-semibold text-primary hover:underline";

type EventShortListProps = {
  title: string;
  events: readonly EventRow[];
  empty: string;
  /** The list behind these. */
  all: { href: string; label: string };
};

/** A few events, each leading to its page. */
export function EventShortList({ title, events, empty, all }: EventShortListProps) {
  return (
    <Card>
      <CardHeader
        title={title}
        actions={
          <HoverLink href={all.href} className={`${nameLink} text-sm`}>
            {all.label}
          </HoverLink>
        }
      />
      {events.length === 0 ? (
        <p className="px-5 pb-5 text-muted">{empty}</p>
      ) : (
        <ul className="divide-y divide-border border-t border-border text-sm">
          {events.map((event) => (
            <li key={event.id} className="flex flex-wrap items-center gap-x-4 gap-y-1.5 px-5 py-3">
              <div className="min-w-0 grow basis-52">
                <HoverLink href={recordUrl("event", event.id)} className={nameLink}>
                  {event.title}
                </HoverLink>
                <p className="text-muted">{whenWords(event.starts_at, event.ends_at)}</p>
              </div>
              <StatusBadge status={event.state} />
              <div className="w-32">
                <SoldBar sold={event.sold} seats={event.seats} />
              </div>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

/** Cancelled events whose buyers do not all have their money back yet; absent when there are none. */
export function RefundingList({ items }: { items: EventOverview["refunding"] }) {
  if (items.length === 0) return null;
  return (
    <Card className="mb-5">
      <CardHeader title="Cancelled, refunds not complete" />
      <ul className="divide-y divide-border border-t border-border text-sm">
        {items.map(({ id, title, pending, failed }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-5 py-3">
            <HoverLink href={recordUrl("event", id)} className={`${nameLink} grow`}>
              {title}
            </HoverLink>
            {pending > 0 && <span className="text-muted">{formatCount(pending)} waiting</span>}
            {failed > 0 && <span className="font-semibold text-danger">{formatCount(failed)} failed</span>}
          </li>
        ))}
      </ul>
    </Card>
  );
}
