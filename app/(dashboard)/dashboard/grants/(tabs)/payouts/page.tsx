import type { Metadata } from "next";
import { PayoutListScreen } from "@/components/grant/payout-list-screen";
import { PrefetchQueries, requireAccess } from "@/components/shell/prefetch-queries";
import { readListState } from "@/components/views/read-list-state";
import { toApiInput } from "@/lib/client/list-params";
import { BATCH_LIST } from "@/lib/contract/grant.values";
import { payoutBatchListQuery } from "@/lib/queries/grant-payouts";

export const metadata: Metadata = { title: "Grant payouts" };

export default async function PayoutListPage({ searchParams }: PageProps<"/dashboard/grants/payouts">) {
  await requireAccess("grant");
  const input = toApiInput(await readListState(BATCH_LIST, await searchParams));
  return (
    <PrefetchQueries queries={[payoutBatchListQuery(input)]}>
      <PayoutListScreen />
    </PrefetchQueries>
  );
}
