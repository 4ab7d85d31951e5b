import type { ReactNode } from "react";
import { RpTabs } from "@/components/rp/rp-tabs";

export default function RpTabsLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <RpTabs />
      {children}
    </>
  );
}
