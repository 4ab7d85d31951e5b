"use client";

import { AwaitingApprovalNotice } from "@/components/common/awaiting-notice";
import { Alert } from "@/components/ui/alert";
import type { PayoutBatchDetails } from "@/lib/contract/grant-payouts";
import { useApprovalBalances } from "@/lib/queries/approval-balances";
import { useCancelApproval } from "@/lib/queries/approvals";
import { payoutBatchNextStepOf } from "./payout-words";

/** Shows the state and the next step of a payout batch, or its request for approval with the approvers. */
export function PayoutBatchNextStep({ batch }: { batch: PayoutBatchDetails }) {
  const { tone, title, text } = payoutBatchNextStepOf(batch);
  if (batch.awaiting)
    return (
      <div className="mb-5 space-y-2">
        <ApprovalAwaiting awaiting={batch.awaiting} />
        <p className="text-muted text-sm">
          {text} If the request is withdrawn or rejected, this payout ends, and its applications can be added to another
          one.
        </p>
      </div>
    );
  return (
    <div className="mb-5">
      <Alert tone={tone} title={title}>
        <p>{text}</p>
      </Alert>
    </div>
  );
}

function ApprovalAwaiting({ awaiting }: { awaiting: NonNullable<PayoutBatchDetails["awaiting"]> }) {
  const withdrawal = useCancelApproval(awaiting);
  return (
    <AwaitingApprovalNotice
      awaiting={awaiting}
      nobody="another admin who may approve in Grants"
      balances={useApprovalBalances(awaiting)}
      {...withdrawal}
    />
  );
}
