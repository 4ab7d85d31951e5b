"use client";

import { PageHeader } from "@/components/common/page-header";
import { TabLinks } from "@/components/common/tab-links";
import { MODULES, type Module } from "@/lib/modules";

const appConfig: Module | undefined = MODULES.find(({ slug }) => slug === "app-config");
const TABS = (appConfig?.subLinks ?? []).map(({ name, tab = name, url }) => ({ label: tab, href: url }));

/** Renders the title and tabs of app configuration. The tabs are the sidebar's sub-links (specification section 2). */
export function AppConfigTabs() {
  return (
    <>
      <PageHeader title="App Configurations" />
      <TabLinks label="App Configurations" tabs={TABS} />
    </>
  );
}
