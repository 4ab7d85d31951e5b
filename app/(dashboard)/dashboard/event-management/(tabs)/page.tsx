import type { Metadata } from "next";
import { EventOverviewScreen } from "@/components/event/event-overview-screen";
import { guard, PrefetchQueries } from "@/components/shell/prefetch-queries";
import { overviewDays } from "@/lib/client/overview-days";
import { eventOverviewQuery } from "@/lib/queries/event";

export const metadata: Metadata = { title: "Events" };

export default async function EventOverviewPage({ searchParams }: PageProps<"/dashboard/event-management">) {
  await guard("event");
  const { days } = await searchParams;
  return (
    <PrefetchQueries queries={[eventOverviewQuery({ days: overviewDays(days) })]}>
      <EventOverviewScreen />
    </PrefetchQueries>
  );
}
