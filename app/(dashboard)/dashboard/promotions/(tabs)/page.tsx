import type { Metadata } from "next";
import { promotionOverviewPeriod } from "@/components/promotion/promotion-overview-params";
import { PromotionOverviewScreen } from "@/components/promotion/promotion-overview-screen";
import { guard, Prefetched } from "@/components/shell/prefetched";
import { promotionOverviewQuery } from "@/lib/queries/promotion";

export const metadata: Metadata = { title: "Promotions" };

export default async function PromotionOverviewPage({ searchParams }: PageProps<"/dashboard/promotions">) {
  await guard("promotion");
  const { days } = await searchParams;
  return (
    <Prefetched queries={[promotionOverviewQuery(promotionOverviewPeriod(days))]}>
      <PromotionOverviewScreen />
    </Prefetched>
  );
}
