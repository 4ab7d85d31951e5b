import type { Metadata } from "next";
import { PromotionAbuseList } from "@/components/promotion/promotion-abuse";
import { PrefetchQueries, requireAccess } from "@/components/shell/prefetch-queries";
import { readListState } from "@/components/views/read-list-state";
import { toApiInput } from "@/lib/client/list-params";
import { PROMOTION_ABUSE_LIST } from "@/lib/contract/promotion.values";
import { promotionAbuseQuery } from "@/lib/queries/promotion";

export const metadata: Metadata = { title: "Accounts that share a device, phone or identity" };

export default async function PromotionAbusePage({ searchParams }: PageProps<"/dashboard/promotions/all/abuse">) {
  await requireAccess("promotion");
  const input = toApiInput(await readListState(PROMOTION_ABUSE_LIST, await searchParams));
  return (
    <PrefetchQueries queries={[promotionAbuseQuery(input)]}>
      <PromotionAbuseList />
    </PrefetchQueries>
  );
}
