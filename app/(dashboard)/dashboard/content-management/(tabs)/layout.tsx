import type { ReactNode } from "react";
import { ContentTabs } from "@/components/content/content-tabs";

export default function ContentManagementTabsLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <ContentTabs />
      {children}
    </>
  );
}
