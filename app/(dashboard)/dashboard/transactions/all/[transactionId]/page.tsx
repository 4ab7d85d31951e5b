import type { Metadata } from "next";
import { accessOfPage, guard, Prefetched } from "@/components/shell/page";
import { TransactionHeld } from "@/components/system-wallet/transaction-held";
import { TransactionScreen } from "@/components/transaction/transaction-screen";
import { allows } from "@/lib/contract/access";
import { routes } from "@/lib/contract/routes";
import { heldQuery } from "@/lib/queries/system-wallet";
import { transactionQuery } from "@/lib/queries/transaction";

export const metadata: Metadata = { title: "Transaction" };

export default async function TransactionPage({ params }: PageProps<"/dashboard/transactions/all/[transactionId]">) {
  await guard("transaction");
  const { transactionId } = await params;
  const mayReadHeld = allows((await accessOfPage()).features, routes.systemWallet.held.policy);
  return (
    <Prefetched required={transactionQuery(transactionId)} queries={mayReadHeld ? [heldQuery(transactionId)] : []}>
      <TransactionScreen transactionId={transactionId}>
        <TransactionHeld transactionId={transactionId} />
      </TransactionScreen>
    </Prefetched>
  );
}
