import type { Metadata } from "next";
import { PrefetchQueries, requireAccess } from "@/components/shell/prefetch-queries";
import { TransactionOverviewScreen } from "@/components/transaction/transaction-overview-screen";
import { parseTransactionPeriod } from "@/components/transaction/transaction-period";
import { transactionOverviewQuery } from "@/lib/queries/transaction";

export const metadata: Metadata = { title: "Transactions" };

export default async function TransactionOverviewPage({ searchParams }: PageProps<"/dashboard/transactions">) {
  await requireAccess("transaction");
  const search = await searchParams;
  return (
    <PrefetchQueries queries={[transactionOverviewQuery(parseTransactionPeriod((name) => search[name]))]}>
      <TransactionOverviewScreen />
    </PrefetchQueries>
  );
}
