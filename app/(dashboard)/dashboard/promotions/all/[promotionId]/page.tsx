import type { Metadata } from "next";
import { PromotionScreen } from "@/components/promotion/promotion-screen";
import { parsePromotionTab } from "@/components/promotion/promotion-screen-words";
import { PrefetchQueries, requireAccess } from "@/components/shell/prefetch-queries";
import { readListState } from "@/components/views/read-list-state";
import { toApiInput } from "@/lib/client/list-params";
import { PROMOTION_ABUSE_LIST, PROMOTION_CODE_LIST, PROMOTION_REDEMPTION_LIST } from "@/lib/contract/promotion.values";
import {
  promotionAbuseQuery,
  promotionChoicesQuery,
  promotionFiguresQuery,
  promotionQuery,
  redemptionListQuery,
} from "@/lib/queries/promotion";
import { promotionCodesQuery } from "@/lib/queries/promotion-codes";

export const metadata: Metadata = { title: "Promotion" };

type Props = PageProps<"/dashboard/promotions/all/[promotionId]">;

export default async function PromotionPage({ params, searchParams }: Props) {
  await requireAccess("promotion");
  const { promotionId } = await params;
  const search = await searchParams;
  const tab = parsePromotionTab(search.tab);
  const redemptions = { ...toApiInput(await readListState(PROMOTION_REDEMPTION_LIST, search)), promotion: promotionId };
  const codes = { ...toApiInput(await readListState(PROMOTION_CODE_LIST, search)), promotionId };
  const abuse = { ...toApiInput(await readListState(PROMOTION_ABUSE_LIST, search)), promotion: promotionId };
  return (
    <PrefetchQueries
      required={promotionQuery(promotionId)}
      queries={[
        promotionChoicesQuery(),
        ...(tab === "figures" ? [promotionFiguresQuery(promotionId)] : []),
        ...(tab === "redemptions" ? [redemptionListQuery(redemptions)] : []),
        ...(tab === "codes" ? [promotionCodesQuery(codes)] : []),
        ...(tab === "abuse" ? [promotionAbuseQuery(abuse)] : []),
      ]}
    >
      <PromotionScreen key={promotionId} promotionId={promotionId} />
    </PrefetchQueries>
  );
}
