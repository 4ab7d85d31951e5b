"use client";

import { PageHeader } from "@/components/common/page-header";
import { TabLinks } from "@/components/common/tab-links";

const TABS = [
  { label: "FAQ", href: "/dashboard/app-config/faq" },
  { label: "Terms & Condition", href: "/dashboard/app-config/terms" },
  { label: "Privacy Policy", href: "/dashboard/app-config/privacy" },
  { label: "Language Configuration", href: "/dashboard/app-config/language" },
  { label: "Emergency Numbers", href: "/dashboard/app-config/emergency-numbers" },
  { label: "Notifications", href: "/dashboard/app-config/notifications" },
];

/** Head of the tabs, in the order of the specification (section 2). */
export function AppConfigTabs() {
  return (
    <>
      <PageHeader title="App Configurations" />
      <TabLinks label="App Configurations" tabs={TABS} />
    </>
  );
}
