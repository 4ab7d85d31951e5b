import type { Metadata } from "next";
import { guard, PrefetchQueries } from "@/components/shell/prefetch-queries";
import { TransactionOverviewScreen } from "@/components/transaction/transaction-overview-screen";
import { readPeriod } from "@/components/transaction/transaction-period";
import { transactionOverviewQuery } from "@/lib/queries/transaction";

export const metadata: Metadata = { title: "Transactions" };

export default async function TransactionOverviewPage({ searchParams }: PageProps<"/dashboard/transactions">) {
  await guard("transaction");
  const asked = await searchParams;
  return (
    <PrefetchQueries queries={[transactionOverviewQuery(readPeriod((name) => asked[name]))]}>
      <TransactionOverviewScreen />
    </PrefetchQueries>
  );
}
