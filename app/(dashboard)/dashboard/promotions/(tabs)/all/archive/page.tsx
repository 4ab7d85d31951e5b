import type { Metadata } from "next";
import { PromotionArchiveScreen } from "@/components/promotion/promotion-list-screen";
import { PrefetchQueries, requireAccess } from "@/components/shell/prefetch-queries";
import { readListState } from "@/components/views/read-list-state";
import { toApiInput } from "@/lib/client/list-params";
import { PROMOTION_ARCHIVE_LIST } from "@/lib/contract/promotion.values";
import { promotionListQuery } from "@/lib/queries/promotion";

export const metadata: Metadata = { title: "Archived promotions" };

export default async function PromotionArchivePage({ searchParams }: PageProps<"/dashboard/promotions/all/archive">) {
  await requireAccess("promotion");
  const input = toApiInput(await readListState(PROMOTION_ARCHIVE_LIST, await searchParams));
  return (
    <PrefetchQueries queries={[promotionListQuery({ ...input, state: "archived" })]}>
      <PromotionArchiveScreen />
    </PrefetchQueries>
  );
}
