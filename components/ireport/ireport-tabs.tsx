"use client";

import { PageHeader } from "@/components/common/page-header";
import { TabLinks } from "@/components/common/tab-links";
import { ButtonLink } from "@/components/ui/button-link";
import { ALL_REPORTS_URL, IREPORTS_URL, REPORT_CATEGORIES_URL } from "./ireport-words";

const TABS = [
  { label: "iReports", href: IREPORTS_URL },
  { label: "Categories", href: REPORT_CATEGORIES_URL },
];

/** Renders title and tabs of the reports module. The list of all reports has no tabs (specification section 2). */
export function IreportTabs() {
  return (
    <>
      <PageHeader
        title="iReports"
        actions={
          <ButtonLink href={ALL_REPORTS_URL} variant="primary">
            All reports
          </ButtonLink>
        }
      />
      <TabLinks label="iReports" tabs={TABS} />
    </>
  );
}
