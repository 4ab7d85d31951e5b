import type { Metadata } from "next";
import { PromotionOverviewScreen } from "@/components/promotion/promotion-overview-screen";
import { PrefetchQueries, requireAccess } from "@/components/shell/prefetch-queries";
import { parseOverviewDays } from "@/lib/client/overview-days";
import { promotionOverviewQuery } from "@/lib/queries/promotion";

export const metadata: Metadata = { title: "Promotions" };

export default async function PromotionOverviewPage({ searchParams }: PageProps<"/dashboard/promotions">) {
  await requireAccess("promotion");
  const { days } = await searchParams;
  return (
    <PrefetchQueries queries={[promotionOverviewQuery({ days: parseOverviewDays(days) })]}>
      <PromotionOverviewScreen />
    </PrefetchQueries>
  );
}
