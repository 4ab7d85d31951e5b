import type { Metadata } from "next";
import { PayoutBatchScreen } from "@/components/grant/batch-screen";
import { PrefetchQueries, requireAccess } from "@/components/shell/prefetch-queries";
import { readListState } from "@/components/views/read-list-state";
import { toApiInput } from "@/lib/client/list-params";
import { BATCH_ROW_LIST } from "@/lib/contract/grant.values";
import { payoutBatchQuery, payoutBatchRowsQuery } from "@/lib/queries/grant-payouts";

export const metadata: Metadata = { title: "Grant payout" };

type Props = PageProps<"/dashboard/grants/payouts/[batchId]">;

export default async function BatchPage({ params, searchParams }: Props) {
  await requireAccess("grant");
  const { batchId } = await params;
  const rows = { batchId, ...toApiInput(await readListState(BATCH_ROW_LIST, await searchParams)) };
  return (
    <PrefetchQueries required={payoutBatchQuery(batchId)} queries={[payoutBatchRowsQuery(rows)]}>
      <PayoutBatchScreen key={batchId} batchId={batchId} />
    </PrefetchQueries>
  );
}
