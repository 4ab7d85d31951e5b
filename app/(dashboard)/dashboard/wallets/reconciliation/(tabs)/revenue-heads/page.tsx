import type { Metadata } from "next";
import { RevenueHeadListScreen } from "@/components/revenue-heads/head-list-screen";
import { PrefetchQueries, requireAccess } from "@/components/shell/prefetch-queries";
import { readListState } from "@/components/views/read-list-state";
import { toApiInput } from "@/lib/client/list-params";
import { HEAD_CODE_PATTERN, REVENUE_HEAD_LIST } from "@/lib/contract/revenue-heads.values";
import { revenueHeadListQuery, revenueHeadQuery } from "@/lib/queries/revenue-heads";

export const metadata: Metadata = { title: "Revenue heads" };

export default async function RevenueHeadsPage({
  searchParams,
}: PageProps<"/dashboard/wallets/reconciliation/revenue-heads">) {
  await requireAccess("system-wallet");
  const search = await searchParams;
  const list = revenueHeadListQuery(toApiInput(await readListState(REVENUE_HEAD_LIST, search)));
  const { head } = search;
  const isOpen = typeof head === "string" && HEAD_CODE_PATTERN.test(head);
  return (
    <PrefetchQueries queries={isOpen ? [list, revenueHeadQuery(head)] : [list]}>
      <RevenueHeadListScreen />
    </PrefetchQueries>
  );
}
