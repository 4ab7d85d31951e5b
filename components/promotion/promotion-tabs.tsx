"use client";

import { PageHeader } from "@/components/common/page-header";
import { TabLinks } from "@/components/common/tab-links";
import { PROMOTION_ARCHIVE_URL, PROMOTIONS_URL } from "./promotion-urls";

const TABS = [
  { label: "All Promotions", href: PROMOTIONS_URL },
  { label: "Archive", href: PROMOTION_ARCHIVE_URL },
];

/** Head of the module's pages (specification section 2). */
export function PromotionTabs() {
  return (
    <>
      <PageHeader title="Promotions" />
      <TabLinks label="Promotions" tabs={TABS} />
    </>
  );
}
