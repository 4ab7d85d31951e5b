import type { Metadata } from "next";
import { NotificationTabContent } from "@/components/app-config/notification-views-screen";
import { PrefetchQueries, requireAccess } from "@/components/shell/prefetch-queries";
import { readListState } from "@/components/views/read-list-state";
import { toApiInput } from "@/lib/client/list-params";
import { BROADCAST_LIST } from "@/lib/contract/app-config.values";
import { WEBHOOK_DELIVERY_LIST } from "@/lib/contract/webhooks.values";
import { appKeysQuery } from "@/lib/queries/app-keys";
import { broadcastsQuery } from "@/lib/queries/broadcasts";
import { webhookDeliveriesQuery, webhookEndpointsQuery } from "@/lib/queries/webhooks";

export const metadata: Metadata = { title: "Notifications" };

export default async function NotificationsPage({ searchParams }: PageProps<"/dashboard/app-config/notifications">) {
  await requireAccess("app-config");
  const search = await searchParams;
  return (
    <PrefetchQueries queries={await queriesOf(search)}>
      <NotificationTabContent />
    </PrefetchQueries>
  );
}

async function queriesOf(search: Awaited<PageProps<"/dashboard/app-config/notifications">["searchParams"]>) {
  if (search.view === "app-keys") return [appKeysQuery()];
  if (search.view === "webhooks")
    return [
      webhookEndpointsQuery(),
      webhookDeliveriesQuery(toApiInput(await readListState(WEBHOOK_DELIVERY_LIST, search))),
    ];
  return [broadcastsQuery(toApiInput(await readListState(BROADCAST_LIST, search)))];
}
