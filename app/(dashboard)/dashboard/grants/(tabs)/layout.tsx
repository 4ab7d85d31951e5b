import type { ReactNode } from "react";
import { GrantTabs } from "@/components/grant/grant-tabs";

export default function GrantTabsLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <GrantTabs />
      {children}
    </>
  );
}
