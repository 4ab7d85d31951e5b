"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { AwaitingNotice } from "@/components/common/awaiting-notice";
import { DateTime } from "@/components/common/date-time";
import { Timeline } from "@/components/common/history/timeline";
import { PageHeader } from "@/components/common/page-header";
import { StatusBadge } from "@/components/common/status-badge";
import { Card, CardHeader } from "@/components/ui/card";
import type { TransactionSingle } from "@/lib/contract/transaction";
import { formatMoney } from "@/lib/format";
import { useBalances } from "@/lib/queries/approval-balances";
import { useWithdrawal } from "@/lib/queries/approvals";
import { transactionQuery } from "@/lib/queries/transaction";
import { ReceiptButton } from "./receipt-button";
import { TransactionActions } from "./transaction-actions";
import { TransactionEvents } from "./transaction-events";
import { TransactionFacts } from "./transaction-facts";
import { TransactionPostings } from "./transaction-postings";
import { ALL_URL, TRANSACTIONS_URL, wordsOf } from "./transaction-words";

const ACTIONS: Record<string, string> = {
  "transaction.beginFromApp": "Begun in the app",
  "event.payOrder": "Begun in the app for tickets",
  "transaction.refund": "Refund",
  "transaction.refundTaken": "Taken by the provider",
  "transaction.receipt": "Receipt downloaded",
  "transaction.requery": "Provider asked again",
  "transaction.dispute": "Dispute recorded",
  "transaction.webhook": "Reported by the provider",
  "approvals.decide": "Request decided",
  "approvals.cancel": "Request withdrawn",
  "approvals.expire": "Request expired",
  "rp.setAdminStatus": "Request withdrawn: its admin was suspended",
  "rp.deleteAdmins": "Request withdrawn: its admin was deleted",
};

type Props = {
  transactionId: string;
  /** What other modules have to say about it. */
  children?: ReactNode;
};

/** One transaction: amounts, what the provider said, what it did to the ledger, and what can be done about it. */
export function TransactionScreen({ transactionId, children }: Props) {
  const { data } = useQuery({ ...transactionQuery(transactionId), throwOnError: (_, query) => !query.state.data });
  if (!data) return null;
  return (
    <>
      <PageHeader
        title={data.reference}
        breadcrumbs={[
          { label: "Transactions", href: TRANSACTIONS_URL },
          { label: "All transactions", href: ALL_URL },
        ]}
        copies="reference"
        badge={<StatusBadge status={data.state} label={wordsOf(data.state)} />}
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
      {data.awaiting && <Waiting awaiting={data.awaiting} />}
      {children}
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,5fr)_minmax(0,4fr)]">
        <div className="space-y-5">
          <TransactionFacts transaction={data} />
          <TransactionPostings transaction={data} />
        </div>
        <div className="space-y-5">
          <TransactionEvents events={data.events} />
          <Card>
            <CardHeader title="History" description="Change log" />
            <div className="px-5 pb-5">
              {data.timeline.length > 0 ? (
                <Timeline entries={data.timeline} actionLabel={(action) => ACTIONS[action] ?? action} />
              ) : (
                <p className="text-muted">No changes yet.</p>
              )}
            </div>
          </Card>
        </div>
      </div>
    </>
  );
}

function Waiting({ awaiting }: { awaiting: NonNullable<TransactionSingle["awaiting"]> }) {
  const withdrawal = useWithdrawal(awaiting);
  return (
    <div className="mb-5">
      <AwaitingNotice
        awaiting={awaiting}
        nobody="somebody else who may approve in Transactions"
        balances={useBalances(awaiting)}
        {...withdrawal}
      />
    </div>
  );
}
