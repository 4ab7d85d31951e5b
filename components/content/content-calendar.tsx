"use client";

import { useQuery } from "@tanstack/react-query";
import { List } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { daysShownInMonthCalendar, groupItemsByCalendarDay, parseMonth } from "@/components/common/calendar/month";
import { MonthCalendar } from "@/components/common/calendar/month-calendar";
import { CONTENT_ENTRY_KIND_INFO } from "@/components/content-entry/content-entry-kinds";
import { ButtonLink } from "@/components/ui/button-link";
import { publicationCalendarQuery } from "@/lib/queries/content";
import { CalendarEventLink } from "./calendar-event-link";
import { toPublicationCalendarEvents } from "./calendar-items";

/** Shows on which days of a month content goes live or ends. Shows notifications only to admins who may read app configuration. */
export function ContentCalendar() {
  const month = parseMonth(useSearchParams().get("month"), Date.now());
  const days = daysShownInMonthCalendar(month);
  const query = useQuery(publicationCalendarQuery(days[0] ?? "", days.at(-1) ?? ""));
  return (
    <MonthCalendar
      month={month}
      query={query}
      days={query.data ? groupItemsByCalendarDay(month, query.data.items.flatMap(toPublicationCalendarEvents)) : null}
      keyOf={({ item, what, at }) => `${item.id}-${what}-${at}`}
      line={(event) => <CalendarEventLink event={event} />}
      empty="Nothing is published, sent or ends in this month."
      actions={
        <ButtonLink href={CONTENT_ENTRY_KIND_INFO.announcements.listUrl}>
          <List aria-hidden="true" /> List
        </ButtonLink>
      }
    />
  );
}
