"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { movedBy, OrderButtons } from "@/components/common/table/order-buttons";
import { SetUpFrame } from "@/components/common/table/set-up-frame";
import { SetUpActions, SetUpCell, SetUpTable, setUpRow } from "@/components/common/table/set-up-table";
import { useRecordInAddress } from "@/components/common/table/use-record-in-address";
import { Button } from "@/components/ui/button";
import { HoverLink } from "@/components/ui/hover-link";
import { lazyPart } from "@/components/ui/lazy-part";
import type { EventCategory } from "@/lib/contract/event";
import { routes } from "@/lib/contract/routes";
import { formatCount } from "@/lib/format";
import { eventCategoriesQuery, orderEventCategoriesMutation } from "@/lib/queries/event-set-up";
import { useMay } from "@/lib/queries/rp";
import { CategoryLabel } from "./category-icon";
import { EVENTS_URL } from "./event-urls";

const CategoryDialog = lazyPart(() => import("./category-dialog"), "CategoryDialog");
const ahead = CategoryDialog.preload;

const HEADS = ["Category", "Events", "Live now", "Actions"];

/** What events are sorted by, in the order in which the app shows it. */
export function CategoryListScreen() {
  const query = useQuery(eventCategoriesQuery());
  const { data = [] } = query;
  const mayCreate = useMay(routes.event.createCategory);
  const mayUpdate = useMay(routes.event.updateCategory);
  const { entry, open, close } = useRecordInAddress("category");
  const { mutate } = useMutation(orderEventCategoriesMutation());
  const [said, setSaid] = useState("");
  const move = ({ id, name }: EventCategory, by: -1 | 1) => {
    const all = data.map((each) => each.id);
    const ids = movedBy(all, id, by);
    if (!ids) return;
    setSaid(`${name} is now ${ids.indexOf(id) + 1} of ${ids.length}.`);
    mutate({ ids });
  };
  const chosen = data.find(({ id }) => id === entry);
  return (
    <>
      <SetUpFrame
        views={<p className="text-sm text-muted">Citizens find events by category.</p>}
        add={mayCreate ? { label: "New category", onPointed: ahead, onClick: () => open("new") } : undefined}
        query={query}
        empty="Every live event has a category. Add the first one."
      >
        <SetUpTable label="Categories" heads={HEADS}>
          {data.map((category, index) => (
            <tr key={category.id} className={setUpRow}>
              <th scope="row" className="px-3 py-2.5 pl-5 text-left align-top max-md:block max-md:pb-1.5">
                <CategoryLabel category={category} />
              </th>
              <SetUpCell head="Events">
                <EventCount href={`${EVENTS_URL}?category=${category.id}`} count={category.events} />
              </SetUpCell>
              <SetUpCell head="Live now">
                <EventCount href={`${EVENTS_URL}?category=${category.id}&state=live`} count={category.live} />
              </SetUpCell>
              <SetUpActions>
                {mayUpdate && (
                  <>
                    <OrderButtons
                      name={category.name}
                      isFirst={index === 0}
                      isLast={index === data.length - 1}
                      onMove={(by) => move(category, by)}
                    />
                    <Button
                      size="sm"
                      aria-label={`Change ${category.name}`}
                      onPointerEnter={ahead}
                      onFocus={ahead}
                      onClick={() => open(category.id)}
                    >
                      Change
                    </Button>
                  </>
                )}
              </SetUpActions>
            </tr>
          ))}
        </SetUpTable>
      </SetUpFrame>
      <p role="status" className="sr-only">
        {said}
      </p>
      <Suspense>
        {entry === "new" && mayCreate && <CategoryDialog onClose={close} />}
        {chosen && mayUpdate && <CategoryDialog key={chosen.id} category={chosen} onClose={close} />}
      </Suspense>
    </>
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
