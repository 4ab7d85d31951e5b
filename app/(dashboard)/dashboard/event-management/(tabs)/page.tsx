import type { Metadata } from "next";
import { eventOverviewPeriod } from "@/components/event/event-overview-params";
import { EventOverviewScreen } from "@/components/event/event-overview-screen";
import { guard, Prefetched } from "@/components/shell/prefetched";
import { eventOverviewQuery } from "@/lib/queries/event";

export const metadata: Metadata = { title: "Events" };

export default async function EventOverviewPage({ searchParams }: PageProps<"/dashboard/event-management">) {
  await guard("event");
  const { days } = await searchParams;
  return (
    <Prefetched queries={[eventOverviewQuery(eventOverviewPeriod(days))]}>
      <EventOverviewScreen />
    </Prefetched>
  );
}
