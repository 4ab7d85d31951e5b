"use client";

import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { List } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { daysShownInMonthCalendar, groupItemsByCalendarDay, parseMonth } from "@/components/common/calendar/month";
import { MonthCalendar } from "@/components/common/calendar/month-calendar";
import { ButtonLink } from "@/components/ui/button-link";
import { HoverLink } from "@/components/ui/hover-link";
import type { CalendarEvent } from "@/lib/contract/event";
import { recordUrl } from "@/lib/contract/records";
import { titleCase } from "@/lib/format";
import { eventCalendarQuery } from "@/lib/queries/event";
import { EVENTS_URL } from "./event-urls";
import { formatTimeRange } from "./event-words";

/** Shows the events of a month, each on the day on which it starts. */
export function EventCalendar() {
  const month = parseMonth(useSearchParams().get("month"), Date.now());
  const days = daysShownInMonthCalendar(month);
  const query = useQuery(eventCalendarQuery({ from: days[0] ?? "", to: days.at(-1) ?? "" }));
  const items = query.data?.items.map((event) => ({ at: event.starts_at, event }));
  return (
    <MonthCalendar
      month={month}
      query={query}
      days={items ? groupItemsByCalendarDay(month, items) : null}
      keyOf={({ event }) => event.id}
      line={({ event }) => <EventLine event={event} />}
      empty="No events in this month."
      actions={
        <ButtonLink href={EVENTS_URL}>
          <List aria-hidden="true" /> List
        </ButtonLink>
      }
    />
  );
}

function EventLine({ event: { id, title, state, starts_at, ends_at, colour } }: { event: CalendarEvent }) {
  return (
    <HoverLink
      href={recordUrl("event", id)}
      className="block rounded-md border-control border-l-4 bg-sunken px-2 py-1 text-sm leading-snug hover:underline"
      style={colour ? { borderColor: colour } : undefined}
    >
      <span className="block text-muted text-xs tabular-nums">
        {formatTimeRange(starts_at, ends_at)}
        {state !== "live" && ` · ${titleCase(state)}`}
      </span>
      <span className={clsx("line-clamp-2 wrap-anywhere font-medium", state === "cancelled" && "line-through")}>
        {title}
      </span>
    </HoverLink>
  );
}
