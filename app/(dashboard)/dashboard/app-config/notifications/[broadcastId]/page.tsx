import type { Metadata } from "next";
import { BroadcastScreen, NewBroadcastScreen } from "@/components/app-config/broadcast-screen";
import { PrefetchQueries, requireAccess } from "@/components/shell/prefetch-queries";
import { broadcastQuery } from "@/lib/queries/broadcasts";

export const metadata: Metadata = { title: "Notification" };

export default async function NotificationPage({
  params,
}: PageProps<"/dashboard/app-config/notifications/[broadcastId]">) {
  await requireAccess("app-config");
  const { broadcastId } = await params;
  if (broadcastId === "new") return <NewBroadcastScreen />;
  return (
    <PrefetchQueries required={broadcastQuery(broadcastId)}>
      <BroadcastScreen broadcastId={broadcastId} />
    </PrefetchQueries>
  );
}
