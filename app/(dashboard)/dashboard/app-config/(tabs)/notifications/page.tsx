import type { Metadata } from "next";
import { broadcastListParams } from "@/components/app-config/broadcast-list-params";
import { BroadcastListScreen } from "@/components/app-config/broadcast-list-screen";
import { guard, Prefetched } from "@/components/shell/prefetched";
import { parseListParams, toApiInput } from "@/lib/client/list-params";
import { broadcastsQuery } from "@/lib/queries/broadcasts";

export const metadata: Metadata = { title: "Notifications" };

export default async function NotificationsPage({ searchParams }: PageProps<"/dashboard/app-config/notifications">) {
  await guard("app-config");
  const input = toApiInput(parseListParams(broadcastListParams, await searchParams));
  return (
    <Prefetched queries={[broadcastsQuery(input)]}>
      <BroadcastListScreen />
    </Prefetched>
  );
}
