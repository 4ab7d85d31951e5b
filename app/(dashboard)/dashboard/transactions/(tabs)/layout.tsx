import type { ReactNode } from "react";
import { TransactionTabs } from "@/components/transaction/transaction-tabs";

export default function TransactionTabsLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <TransactionTabs />
      {children}
    </>
  );
}
