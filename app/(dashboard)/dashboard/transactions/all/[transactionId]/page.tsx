import type { Metadata } from "next";
import { guard, Prefetched } from "@/components/shell/page";
import { TransactionHeld } from "@/components/system-wallet/transaction-held";
import { TransactionScreen } from "@/components/transaction/transaction-screen";
import { transactionQuery } from "@/lib/queries/transaction";

export const metadata: Metadata = { title: "Transaction" };

export default async function TransactionPage({ params }: PageProps<"/dashboard/transactions/all/[transactionId]">) {
  await guard("transaction");
  const { transactionId } = await params;
  return (
    <Prefetched required={transactionQuery(transactionId)}>
      <TransactionScreen transactionId={transactionId}>
        <TransactionHeld transactionId={transactionId} />
      </TransactionScreen>
    </Prefetched>
  );
}
