import type { ReactNode } from "react";
import { IreportTabs } from "@/components/ireport/ireport-tabs";

export default function IreportTabsLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <IreportTabs />
      {children}
    </>
  );
}
