"use client";

import { usePathname } from "next/navigation";
import { PageHeader } from "@/components/common/page-header";
import { TabLinks } from "@/components/common/tab-links";
import { PROMOTION_ABUSE_URL, PROMOTION_ARCHIVE_URL, PROMOTIONS_OVERVIEW_URL, PROMOTIONS_URL } from "./promotion-urls";

const TABS = [
  { label: "All Promotions", href: PROMOTIONS_URL },
  { label: "Archive", href: PROMOTION_ARCHIVE_URL },
];

/** Pages of the promotions module without a tab, whose title the same header shows. */
const EXTRA_TABS = [{ label: "Abuse", href: PROMOTION_ABUSE_URL }];

/** Renders title and tabs of promotions (specification section 2). The overview has no tab, because the breadcrumb links to it. */
export function PromotionTabs() {
  const path = usePathname();
  const page = [...TABS, ...EXTRA_TABS].find(({ href }) => href === path);
  return (
    <>
      <PageHeader
        title="Promotions"
        breadcrumbs={page && [{ label: "Promotions", href: PROMOTIONS_OVERVIEW_URL }]}
        here={page?.label ?? "Overview"}
      />
      <TabLinks label="Promotions" tabs={TABS} />
    </>
  );
}
