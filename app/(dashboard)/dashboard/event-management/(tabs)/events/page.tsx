import type { Metadata } from "next";
import { daysShownInMonthCalendar, parseMonth } from "@/components/common/calendar/month";
import { EventListOrCalendar } from "@/components/event/event-views-screen";
import { PrefetchQueries, requireAccess } from "@/components/shell/prefetch-queries";
import { readListState } from "@/components/views/read-list-state";
import { toApiInput } from "@/lib/client/list-params";
import { EVENT_LIST } from "@/lib/contract/event.values";
import { eventCalendarQuery, eventListQuery } from "@/lib/queries/event";
import { eventCategoriesQuery } from "@/lib/queries/event-set-up";

export const metadata: Metadata = { title: "Events" };

export default async function EventsPage({ searchParams }: PageProps<"/dashboard/event-management/events">) {
  await requireAccess("event");
  const search = await searchParams;
  const days = daysShownInMonthCalendar(parseMonth(search.month, Date.now()));
  const queries =
    search.view === "calendar"
      ? [eventCalendarQuery({ from: days[0] ?? "", to: days.at(-1) ?? "" })]
      : [eventListQuery(toApiInput(await readListState(EVENT_LIST, search))), eventCategoriesQuery()];
  return (
    <PrefetchQueries queries={queries}>
      <EventListOrCalendar />
    </PrefetchQueries>
  );
}
