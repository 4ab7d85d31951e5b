import type { Metadata } from "next";
import { CategoryListScreen } from "@/components/event/category-list-screen";
import { guard, Prefetched } from "@/components/shell/prefetched";
import { eventCategoriesQuery } from "@/lib/queries/event-set-up";

export const metadata: Metadata = { title: "Event categories" };

export default async function EventCategoriesPage() {
  await guard("event");
  return (
    <Prefetched queries={[eventCategoriesQuery()]}>
      <CategoryListScreen />
    </Prefetched>
  );
}
