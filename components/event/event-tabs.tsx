"use client";

import { usePathname } from "next/navigation";
import { PageHeader } from "@/components/common/page-header";
import { TabLinks } from "@/components/common/tab-links";
import { EVENT_CATEGORIES_URL, EVENTS_OVERVIEW_URL, EVENTS_URL, TICKETS_URL } from "./event-urls";

const TABS = [
  { label: "Events", href: EVENTS_URL },
  { label: "Categories", href: EVENT_CATEGORIES_URL },
  { label: "Tickets", href: TICKETS_URL },
];

/** Renders the title and tabs of event management (specification section 2). The overview has no tab: the breadcrumb links to it. */
export function EventTabs() {
  const path = usePathname();
  const page = TABS.find(({ href }) => href === path);
  return (
    <>
      <PageHeader
        title="Events"
        breadcrumbs={page && [{ label: "Events", href: EVENTS_OVERVIEW_URL }]}
        here={path === EVENTS_URL ? "All events" : (page?.label ?? "Overview")}
      />
      <TabLinks label="Events" tabs={TABS} />
    </>
  );
}
