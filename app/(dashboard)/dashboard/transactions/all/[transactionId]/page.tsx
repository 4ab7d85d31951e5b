import type { Metadata } from "next";
import { TransactionTickets } from "@/components/event/transaction-tickets";
import { TransactionPromotion } from "@/components/promotion/transaction-promotion";
import { PaymentRevenueHead } from "@/components/revenue-heads/payment-head";
import { fetchAccessRightsOnce, PrefetchQueries, requireAccess } from "@/components/shell/prefetch-queries";
import { TransactionSuspense } from "@/components/system-wallet/transaction-suspense";
import { TransactionScreen } from "@/components/transaction/transaction-screen";
import { satisfiesPolicy } from "@/lib/contract/access";
import { routes } from "@/lib/contract/routes";
import { transactionTicketsQuery } from "@/lib/queries/event-tickets";
import { transactionRedemptionQuery } from "@/lib/queries/promotion";
import { transactionSuspenseQuery } from "@/lib/queries/system-wallet";
import { transactionQuery } from "@/lib/queries/transaction";

export const metadata: Metadata = { title: "Transaction" };

export default async function TransactionPage({ params }: PageProps<"/dashboard/transactions/all/[transactionId]">) {
  await requireAccess("transaction");
  const { transactionId } = await params;
  const { features } = await fetchAccessRightsOnce();
  const queries = [
    ...(satisfiesPolicy(features, routes.systemWallet.transactionSuspense.policy)
      ? [transactionSuspenseQuery(transactionId)]
      : []),
    ...(satisfiesPolicy(features, routes.promotion.redemptions.policy)
      ? [transactionRedemptionQuery(transactionId)]
      : []),
    ...(satisfiesPolicy(features, routes.event.tickets.policy) ? [transactionTicketsQuery(transactionId)] : []),
  ];
  return (
    <PrefetchQueries required={transactionQuery(transactionId)} queries={queries}>
      <TransactionScreen transactionId={transactionId}>
        <PaymentRevenueHead transactionId={transactionId} />
        <TransactionSuspense transactionId={transactionId} />
        <TransactionPromotion transactionId={transactionId} />
        <TransactionTickets transactionId={transactionId} />
      </TransactionScreen>
    </PrefetchQueries>
  );
}
