"use client";

import { PageHeader } from "@/components/common/page-header";
import { TabLinks } from "@/components/common/tab-links";
import { APPLICATIONS_URL, GRANTS_URL, PAYOUTS_URL, PROGRAMMES_URL } from "./grant-urls";

const TABS = [
  { label: "Overview", href: GRANTS_URL },
  { label: "Programmes", href: PROGRAMMES_URL },
  { label: "Applications", href: APPLICATIONS_URL },
  { label: "Payouts", href: PAYOUTS_URL },
];

/** Renders the title and tabs of grant management. */
export function GrantTabs() {
  return (
    <>
      <PageHeader title="Grants" />
      <TabLinks label="Grants" tabs={TABS} />
    </>
  );
}
