import type { Metadata } from "next";
import { PrefetchQueries, requireAccess } from "@/components/shell/prefetch-queries";
import { TransactionListScreen } from "@/components/transaction/transaction-list-screen";
import { readListState } from "@/components/views/read-list-state";
import { toApiInput } from "@/lib/client/list-params";
import { TRANSACTION_LIST } from "@/lib/contract/transaction.values";
import { paymentMethodListQuery, transactionListQuery } from "@/lib/queries/transaction";

export const metadata: Metadata = { title: "All transactions" };

export default async function TransactionListPage({ searchParams }: PageProps<"/dashboard/transactions/all">) {
  await requireAccess("transaction");
  const input = toApiInput(await readListState(TRANSACTION_LIST, await searchParams));
  return (
    <PrefetchQueries queries={[transactionListQuery(input), paymentMethodListQuery()]}>
      <TransactionListScreen />
    </PrefetchQueries>
  );
}
