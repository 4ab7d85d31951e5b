"use client";

import { groupItemsByCalendarDay } from "@/components/common/calendar/month";
import { MonthCalendar } from "@/components/common/calendar/month-calendar";
import { ButtonLink } from "@/components/ui/button-link";
import { HoverLink } from "@/components/ui/hover-link";
import { GalleryExample, GallerySection } from "./section";

const SAMPLE_MONTH = "2026-11";
const SAMPLE_ITEMS = [
  { at: "2026-11-05T09:00:00Z", title: "Bus tickets go live" },
  { at: "2026-11-26T17:00:00Z", title: "Carnival Calabar" },
  { at: "2026-11-26T19:00:00Z", title: "Choir of the Cathedral" },
  { at: "2026-11-30T08:00:00Z", title: "Market day" },
];
const IDLE_QUERY = { error: null, isFetching: false, refetch: () => {} };

export function CalendarExamples() {
  return (
    <GallerySection id="calendar" title="Calendar">
      <GalleryExample caption="A month with what happens in it">
        <MonthCalendar
          month={SAMPLE_MONTH}
          query={IDLE_QUERY}
          days={groupItemsByCalendarDay(SAMPLE_MONTH, SAMPLE_ITEMS)}
          keyOf={({ title }) => title}
          line={({ title }) => (
            <HoverLink
              href={`#${title}`}
              className="block truncate rounded-sm bg-primary-soft px-1.5 text-primary text-xs"
            >
              {title}
            </HoverLink>
          )}
          empty="No events in this month."
          actions={<ButtonLink href="#calendar">List</ButtonLink>}
        />
      </GalleryExample>
    </GallerySection>
  );
}
