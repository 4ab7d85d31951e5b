import type { Metadata } from "next";
import { BroadcastListScreen } from "@/components/app-config/broadcast-list-screen";
import { PrefetchQueries, requireAccess } from "@/components/shell/prefetch-queries";
import { readListState } from "@/components/views/read-list-state";
import { toApiInput } from "@/lib/client/list-params";
import { BROADCAST_LIST } from "@/lib/contract/app-config.values";
import { broadcastsQuery } from "@/lib/queries/broadcasts";

export const metadata: Metadata = { title: "Notifications" };

export default async function NotificationsPage({ searchParams }: PageProps<"/dashboard/app-config/notifications">) {
  await requireAccess("app-config");
  const input = toApiInput(await readListState(BROADCAST_LIST, await searchParams));
  return (
    <PrefetchQueries queries={[broadcastsQuery(input)]}>
      <BroadcastListScreen />
    </PrefetchQueries>
  );
}
