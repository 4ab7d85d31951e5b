import type { Metadata } from "next";
import {
  abuseListParams,
  codeListParams,
  redemptionListParams,
} from "@/components/promotion/promotion-redemptions-params";
import { PromotionScreen } from "@/components/promotion/promotion-screen";
import { tabOf } from "@/components/promotion/promotion-screen-words";
import { guard, Prefetched } from "@/components/shell/prefetched";
import { parseListParams, toApiInput } from "@/lib/client/list-params";
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
  await guard("promotion");
  const { promotionId } = await params;
  const search = await searchParams;
  const tab = tabOf(search.tab);
  const redemptions = { ...toApiInput(parseListParams(redemptionListParams, search)), promotion: promotionId };
  const codes = { ...toApiInput(parseListParams(codeListParams, search)), promotionId };
  const abuse = { ...toApiInput(parseListParams(abuseListParams, search)), promotion: promotionId };
  return (
    <Prefetched
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
    </Prefetched>
  );
}
