import type { ReactNode } from "react";
import { AppConfigTabs } from "@/components/app-config/app-config-tabs";

export default function AppConfigTabsLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <AppConfigTabs />
      {children}
    </>
  );
}
