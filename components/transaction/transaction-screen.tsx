"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { AwaitingApprovalNotice } from "@/components/common/awaiting-notice";
import { DateTime } from "@/components/common/date-time";
import { PageHeader } from "@/components/common/page-header";
import { StatusBadge } from "@/components/common/status-badge";
import type { TransactionDetails } from "@/lib/contract/transaction";
import { formatMoney } from "@/lib/format";
import { useApprovalBalances } from "@/lib/queries/approval-balances";
import { useCancelApproval } from "@/lib/queries/approvals";
import { transactionQuery } from "@/lib/queries/transaction";
import { DisputeLinks } from "./dispute-links";
import { ReceiptButton } from "./receipt-button";
import { RefundRefusedAlert } from "./refund-refused-alert";
import { TransactionActions } from "./transaction-actions";
import { TransactionFacts } from "./transaction-facts";
import { TransactionHistory } from "./transaction-history";
import { TransactionPostings } from "./transaction-postings";
import { ALL_TRANSACTIONS_URL, TRANSACTIONS_URL, transactionLabel } from "./transaction-words";

type Props = {
  transactionId: string;
  /** Content that other modules add to this page, such as tickets. */
  children?: ReactNode;
};

/** Renders a transaction's page: amounts, ledger postings, history and actions. */
export function TransactionScreen({ transactionId, children }: Props) {
  const { data } = useQuery({ ...transactionQuery(transactionId), throwOnError: (_, query) => !query.state.data });
  if (!data) return null;
  return (
    <>
      <PageHeader
        title={data.reference}
        breadcrumbs={[
          { label: "Transactions", href: TRANSACTIONS_URL },
          { label: "All transactions", href: ALL_TRANSACTIONS_URL },
        ]}
        copies="reference"
        badge={<StatusBadge status={data.state} label={transactionLabel(data.state)} />}
        description={
          <span className="inline-flex flex-wrap items-center gap-x-1.5">
            <span className="font-semibold text-foreground tabular-nums">{formatMoney(data.amount)}</span>
            <DateTime at={data.created_at} />
          </span>
        }
        actions={
          <>
            <ReceiptButton transactionId={data.id} />
            <TransactionActions transaction={data} />
          </>
        }
      />
      {data.awaiting && <TransactionAwaiting awaiting={data.awaiting} />}
      <RefundRefusedAlert transaction={data} />
      <DisputeLinks disputes={data.provider_disputes} />
      {children}
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,5fr)_minmax(0,4fr)]">
        <div className="min-w-0 space-y-5">
          <TransactionFacts transaction={data} />
          <TransactionPostings transaction={data} />
        </div>
        <TransactionHistory transaction={data} />
      </div>
    </>
  );
}

function TransactionAwaiting({ awaiting }: { awaiting: NonNullable<TransactionDetails["awaiting"]> }) {
  const withdrawal = useCancelApproval(awaiting);
  return (
    <div className="mb-5">
      <AwaitingApprovalNotice
        awaiting={awaiting}
        nobody="another admin who may approve in Transactions"
        balances={useApprovalBalances(awaiting)}
        {...withdrawal}
      />
    </div>
  );
}
