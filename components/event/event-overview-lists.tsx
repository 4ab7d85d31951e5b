import type { ComponentProps } from "react";
import { ListPreviewCard } from "@/components/common/list-preview-card";
import { StatusBadge } from "@/components/common/status-badge";
import { Card, CardHeader } from "@/components/ui/card";
import { HoverLink } from "@/components/ui/hover-link";
import type { EventOverview, EventRow } from "@/lib/contract/event";
import { recordUrl } from "@/lib/contract/records";
import { formatCount } from "@/lib/format";

import { formatEventDates } from "./event-words";
import { SoldSeatsBar } from "./sold-bar";

const NAME_LINK_CLASS = "rounded-sm font-semibold text-primary hover:underline";

type EventListPreviewCardProps = Omit<ComponentProps<typeof ListPreviewCard>, "children"> & {
  events: readonly EventRow[];
};

/** Lists a few events, each linking to its page. */
export function EventListPreviewCard({ events, ...cardProps }: EventListPreviewCardProps) {
  return (
    <ListPreviewCard {...cardProps}>
      {events.map((event) => (
        <li key={event.id} className="flex flex-wrap items-center gap-x-4 gap-y-1.5 px-5 py-3">
          <div className="min-w-0 grow basis-52">
            <HoverLink href={recordUrl("event", event.id)} className={NAME_LINK_CLASS}>
              {event.title}
            </HoverLink>
            <p className="text-muted">{formatEventDates(event.starts_at, event.ends_at)}</p>
          </div>
          <StatusBadge status={event.state} />
          <div className="w-32">
            <SoldSeatsBar sold={event.sold} seats={event.seats} />
          </div>
        </li>
      ))}
    </ListPreviewCard>
  );
}

/** Lists cancelled events with incomplete refunds. Renders nothing if there are none. */
export function IncompleteRefundsList({ items }: { items: EventOverview["refunding"] }) {
  if (items.length === 0) return null;
  return (
    <Card className="mb-5">
      <CardHeader title="Cancelled, refunds not complete" />
      <ul className="divide-y divide-border border-t border-border text-sm">
        {items.map(({ id, title, pending, failed }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-5 py-3">
            <HoverLink href={recordUrl("event", id)} className={`${NAME_LINK_CLASS} grow`}>
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
