import type { Metadata } from "next";
import { EventOverviewScreen } from "@/components/event/event-overview-screen";
import { PrefetchQueries, requireAccess } from "@/components/shell/prefetch-queries";
import { parseOverviewDays } from "@/lib/client/overview-days";
import { eventOverviewQuery } from "@/lib/queries/event";

export const metadata: Metadata = { title: "Events" };

export default async function EventOverviewPage({ searchParams }: PageProps<"/dashboard/event-management">) {
  await requireAccess("event");
  const { days } = await searchParams;
  return (
    <PrefetchQueries queries={[eventOverviewQuery({ days: parseOverviewDays(days) })]}>
      <EventOverviewScreen />
    </PrefetchQueries>
  );
}
