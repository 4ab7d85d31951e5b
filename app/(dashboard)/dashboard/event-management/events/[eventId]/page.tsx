import type { Metadata } from "next";
import { EventScreen } from "@/components/event/event-screen";
import { parseEventTab } from "@/components/event/event-screen-words";
import { PrefetchQueries, requireAccess } from "@/components/shell/prefetch-queries";
import { readListState } from "@/components/views/read-list-state";
import { toApiInput } from "@/lib/client/list-params";
import { CANCELLATION_STEP_LIST } from "@/lib/contract/event.values";
import { cancellationStepsQuery, eventCancellationQuery, eventFiguresQuery, eventQuery } from "@/lib/queries/event";
import { eventCategoriesQuery } from "@/lib/queries/event-set-up";

export const metadata: Metadata = { title: "Event" };

type Props = PageProps<"/dashboard/event-management/events/[eventId]">;

export default async function EventPage({ params, searchParams }: Props) {
  await requireAccess("event");
  const { eventId } = await params;
  const search = await searchParams;
  const isFiguresTab = parseEventTab(search.tab) === "figures";
  const steps = { ...toApiInput(await readListState(CANCELLATION_STEP_LIST, search)), eventId };
  return (
    <PrefetchQueries
      required={eventQuery(eventId)}
      queries={[eventCategoriesQuery(), ...(isFiguresTab ? [eventFiguresQuery(eventId)] : [])]}
      onceKnown={({ cancelled }) => (cancelled ? [eventCancellationQuery(eventId), cancellationStepsQuery(steps)] : [])}
    >
      <EventScreen key={eventId} eventId={eventId} />
    </PrefetchQueries>
  );
}
