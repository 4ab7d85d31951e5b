"use client";

import { TextAreaField } from "@/components/common/form/fields";
import { FormDialog } from "@/components/common/form/form-dialog";
import { useEditConflict } from "@/components/common/form/use-edit-conflict";
import { toast } from "@/lib/client/toast";
import { useKeyedMutation } from "@/lib/client/use-keyed-mutation";
import type { TransactionDetails } from "@/lib/contract/transaction";
import { TRANSACTION_REASON_MAX } from "@/lib/contract/transaction.values";
import { formatMoney } from "@/lib/format";
import { type RetryRefundInput, retryRefundMutation } from "@/lib/queries/transaction";

type Props = { transaction: TransactionDetails; draft: string; onClose: () => void };

const loadSchema = () => import("@/lib/contract/transaction-refund").then((module) => module.refundRetry);

/** Asks for a reason, then sends a refund to the provider again after the provider has refused it. */
export function RetryRefundDialog({ transaction, draft, onClose }: Props) {
  const { latest, captureConflict } = useEditConflict(transaction);
  const { mutateAsync } = useKeyedMutation(retryRefundMutation);
  const send = async (input: RetryRefundInput) => {
    await mutateAsync(input).catch(captureConflict);
    toast.success("The refund is sent again.");
  };
  return (
    <FormDialog<RetryRefundInput>
      open
      onOpenChange={onClose}
      title={`Send ${transaction.reference} again?`}
      consequence={`${formatMoney(transaction.refused?.amount ?? transaction.amount)} leave suspense and are ordered from the provider again. First check in the provider's dashboard that the payer has not been refunded there.`}
      submitLabel="Send again"
      tone="danger"
      schema={loadSchema}
      fixed={{ transactionId: transaction.id, version: latest.version }}
      draft={draft}
      defaultValues={{ reason: "" }}
      onSubmit={send}
    >
      <TextAreaField
        name="reason"
        label="Reason"
        hint="Why the provider accepts it now. Logged."
        max={TRANSACTION_REASON_MAX}
        rows={3}
      />
    </FormDialog>
  );
}
