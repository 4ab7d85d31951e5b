import type { ReactNode } from "react";
import { EventTabs } from "@/components/event/event-tabs";

export default function EventTabsLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <EventTabs />
      {children}
    </>
  );
}
