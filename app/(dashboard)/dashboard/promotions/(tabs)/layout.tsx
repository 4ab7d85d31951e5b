import type { ReactNode } from "react";
import { PromotionTabs } from "@/components/promotion/promotion-tabs";

export default function PromotionTabsLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <PromotionTabs />
      {children}
    </>
  );
}
