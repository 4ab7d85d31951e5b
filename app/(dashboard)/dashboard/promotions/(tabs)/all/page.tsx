import type { Metadata } from "next";
import { PromotionListScreen } from "@/components/promotion/promotion-list-screen";
import { PrefetchQueries, requireAccess } from "@/components/shell/prefetch-queries";
import { readListState } from "@/components/views/read-list-state";
import { toApiInput } from "@/lib/client/list-params";
import { PROMOTION_LIST } from "@/lib/contract/promotion.values";
import { promotionListQuery } from "@/lib/queries/promotion";

export const metadata: Metadata = { title: "All promotions" };

export default async function PromotionListPage({ searchParams }: PageProps<"/dashboard/promotions/all">) {
  await requireAccess("promotion");
  const input = toApiInput(await readListState(PROMOTION_LIST, await searchParams));
  return (
    <PrefetchQueries queries={[promotionListQuery(input)]}>
      <PromotionListScreen />
    </PrefetchQueries>
  );
}
