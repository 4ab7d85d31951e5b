"use client";

import { PageHeader } from "@/components/common/page-header";
import { TabLinks } from "@/components/common/tab-links";

const TABS = [
  { label: "Exceptions", href: "/dashboard/wallets/reconciliation" },
  { label: "Days", href: "/dashboard/wallets/reconciliation/days" },
  { label: "Accounts", href: "/dashboard/wallets/reconciliation/accounts" },
  { label: "Revenue heads", href: "/dashboard/wallets/reconciliation/revenue-heads" },
  { label: "Rules", href: "/dashboard/wallets/reconciliation/rules" },
];

/** Renders the title and tabs of reconciliation. */
export function ReconciliationTabs() {
  return (
    <>
      <PageHeader title="Reconciliation" breadcrumbs={[{ label: "System Wallet", href: "/dashboard/wallets" }]} />
      <TabLinks label="Reconciliation" tabs={TABS} />
    </>
  );
}
