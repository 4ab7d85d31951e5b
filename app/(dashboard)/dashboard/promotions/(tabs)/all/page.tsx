import type { Metadata } from "next";
import { promotionListParams } from "@/components/promotion/promotion-list-params";
import { PromotionListScreen } from "@/components/promotion/promotion-list-screen";
import { guard, Prefetched } from "@/components/shell/prefetched";
import { parseListParams, toApiInput } from "@/lib/client/list-params";
import { promotionListQuery } from "@/lib/queries/promotion";

export const metadata: Metadata = { title: "All promotions" };

export default async function PromotionListPage({ searchParams }: PageProps<"/dashboard/promotions/all">) {
  await guard("promotion");
  const input = toApiInput(parseListParams(promotionListParams, await searchParams));
  return (
    <Prefetched queries={[promotionListQuery(input)]}>
      <PromotionListScreen />
    </Prefetched>
  );
}
