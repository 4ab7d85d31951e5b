import type { Metadata } from "next";
import { PrefetchQueries, requireAccess } from "@/components/shell/prefetch-queries";
import { DisputeListScreen } from "@/components/transaction/dispute-list-screen";
import { readListState } from "@/components/views/read-list-state";
import { toApiInput } from "@/lib/client/list-params";
import { DISPUTE_LIST } from "@/lib/contract/dispute.values";
import { disputeListQuery } from "@/lib/queries/dispute";

export const metadata: Metadata = { title: "Disputes" };

export default async function DisputeListPage({ searchParams }: PageProps<"/dashboard/transactions/disputes">) {
  await requireAccess("transaction");
  const input = toApiInput(await readListState(DISPUTE_LIST, await searchParams));
  return (
    <PrefetchQueries queries={[disputeListQuery(input)]}>
      <DisputeListScreen />
    </PrefetchQueries>
  );
}
