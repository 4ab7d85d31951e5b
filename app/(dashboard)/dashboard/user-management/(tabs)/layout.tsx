import type { ReactNode } from "react";
import { UserTabs } from "@/components/user/user-tabs";

export default function UserTabsLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <UserTabs />
      {children}
    </>
  );
}
