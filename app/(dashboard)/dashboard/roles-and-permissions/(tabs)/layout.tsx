import type { ReactNode } from "react";
import { RolesAndPermissionsTabs } from "@/components/rp/rp-tabs";

export default function RpTabsLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <RolesAndPermissionsTabs />
      {children}
    </>
  );
}
