import type { Metadata } from "next";
import { PrefetchQueries, requireAccess } from "@/components/shell/prefetch-queries";
import { DisputeScreen } from "@/components/transaction/dispute-screen";
import { disputeQuery } from "@/lib/queries/dispute";

export const metadata: Metadata = { title: "Dispute" };

export default async function DisputePage({ params }: PageProps<"/dashboard/transactions/disputes/[disputeId]">) {
  await requireAccess("transaction");
  const { disputeId } = await params;
  return (
    <PrefetchQueries required={disputeQuery(disputeId)}>
      <DisputeScreen disputeId={disputeId} />
    </PrefetchQueries>
  );
}
