"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import type { TableColumn } from "@/components/common/table/column";
import { RecordList } from "@/components/common/table/record-list";
import { useReorder } from "@/components/common/table/use-reorder";
import { HoverLink } from "@/components/ui/hover-link";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import type { EventCategory } from "@/lib/contract/event";
import { routes } from "@/lib/contract/routes";
import { formatCount } from "@/lib/format";
import { eventCategoriesQuery, orderEventCategoriesMutation } from "@/lib/queries/event-set-up";
import { useAccess } from "@/lib/queries/rp";
import { EventCategoryLabel } from "./category-icon";
import { EVENTS_URL } from "./event-urls";

const EventCategoryDialog = lazyWithPreload(() => import("./category-dialog"), "EventCategoryDialog");

const CATEGORY_COLUMNS: readonly TableColumn<EventCategory>[] = [
  { id: "name", header: "Category", cell: (category) => <EventCategoryLabel category={category} /> },
  {
    id: "events",
    header: "Events",
    cell: ({ id, events }) => <EventCount href={`${EVENTS_URL}?category=${id}`} count={events} />,
  },
  {
    id: "live",
    header: "Live now",
    cell: ({ id, live }) => <EventCount href={`${EVENTS_URL}?category=${id}&state=live`} count={live} />,
  },
];

/** Lists the categories of events in the order of the app. */
export function EventCategoryListScreen() {
  const query = useQuery(eventCategoriesQuery());
  const { mutate } = useMutation(orderEventCategoriesMutation());
  const reorder = useReorder(query.data, { send: (ids) => mutate({ ids }) });
  return (
    <RecordList
      label="Categories"
      address="category"
      query={query}
      rows={query.data}
      columns={CATEGORY_COLUMNS}
      empty="Every live event has a category. Add the first one."
      head={<p className="text-sm text-muted">Citizens find events by category.</p>}
      add="New category"
      may={{ create: useAccess(routes.event.createCategory), update: useAccess(routes.event.updateCategory) }}
      dialog={(category, close) => <EventCategoryDialog key={category?.id} category={category} onClose={close} />}
      preload={EventCategoryDialog.preload}
      moves={reorder}
    />
  );
}

function EventCount({ href, count }: { href: string; count: number }) {
  if (count === 0) return <span className="text-muted">None</span>;
  return (
    <HoverLink href={href} className="rounded-sm font-semibold text-primary hover:underline">
      {formatCount(count)}
    </HoverLink>
  );
}
