import type { Metadata } from "next";
import { EventNewScreen } from "@/components/event/event-new-screen";
import { requireAccess } from "@/components/shell/prefetch-queries";

export const metadata: Metadata = { title: "New event" };

export default async function NewEventPage() {
  await requireAccess("event");
  return <EventNewScreen />;
}
