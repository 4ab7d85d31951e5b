"use client";

import { PageHeader } from "@/components/common/page-header";
import { TabLinks } from "@/components/common/tab-links";
import { EVENT_CATEGORIES_URL, EVENTS_URL, TICKETS_URL } from "./event-urls";

const TABS = [
  { label: "Events", href: EVENTS_URL },
  { label: "Categories", href: EVENT_CATEGORIES_URL },
  { label: "Tickets", href: TICKETS_URL },
];

/** Head of the module's pages (specification section 2). */
export function EventTabs() {
  return (
    <>
      <PageHeader title="Events" />
      <TabLinks label="Events" tabs={TABS} />
    </>
  );
}
