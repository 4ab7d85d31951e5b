import type { Metadata } from "next";
import { cookies } from "next/headers";
import { GateScreen } from "@/components/event/gate-screen";
import { PrefetchQueries, requireAccess } from "@/components/shell/prefetch-queries";
import { GATE_NAME_COOKIE } from "@/lib/client/gate/gate-name";
import { eventGateQuery } from "@/lib/queries/event-gate";

export const metadata: Metadata = { title: "Check-in" };

type CheckInPageProps = PageProps<"/dashboard/event-management/events/[eventId]/check-in">;

export default async function CheckInPage({ params }: CheckInPageProps) {
  await requireAccess("event");
  const { eventId } = await params;
  const gate = (await cookies()).get(GATE_NAME_COOKIE)?.value;
  return (
    <PrefetchQueries required={eventGateQuery(eventId)}>
      <GateScreen eventId={eventId} gateName={gate || null} />
    </PrefetchQueries>
  );
}
