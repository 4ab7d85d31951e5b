"use client";

import { PageHeader } from "@/components/common/page-header";
import { TabLinks } from "@/components/common/tab-links";

const TABS = [
  { label: "Announcements", href: "/dashboard/content-management/announcements" },
  { label: "Slider", href: "/dashboard/content-management/slider" },
];

/** Renders the title and tabs of content management. Culture has its own page (specification section 2). */
export function ContentTabs() {
  return (
    <>
      <PageHeader title="Content Management" />
      <TabLinks label="Content Management" tabs={TABS} />
    </>
  );
}
