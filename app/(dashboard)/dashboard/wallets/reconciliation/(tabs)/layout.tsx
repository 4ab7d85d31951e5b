import type { ReactNode } from "react";
import { ReconciliationTabs } from "@/components/reconciliation/reconciliation-tabs";

export default function ReconciliationLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <ReconciliationTabs />
      {children}
    </>
  );
}
