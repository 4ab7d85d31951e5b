import type { Metadata } from "next";
import { EventCategoryListScreen } from "@/components/event/category-list-screen";
import { PrefetchQueries, requireAccess } from "@/components/shell/prefetch-queries";
import { eventCategoriesQuery } from "@/lib/queries/event-set-up";

export const metadata: Metadata = { title: "Event categories" };

export default async function EventCategoriesPage() {
  await requireAccess("event");
  return (
    <PrefetchQueries queries={[eventCategoriesQuery()]}>
      <EventCategoryListScreen />
    </PrefetchQueries>
  );
}
