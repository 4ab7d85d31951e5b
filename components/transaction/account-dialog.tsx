"use client";

import { SelectField, TextAreaField } from "@/components/common/form/fields";
import { FormDialog } from "@/components/common/form/form-dialog";
import { useEditConflict } from "@/components/common/form/use-edit-conflict";
import { toast } from "@/lib/client/toast";
import { useKeyedMutation } from "@/lib/client/use-keyed-mutation";
import type { TransactionDetails } from "@/lib/contract/transaction";
import { TRANSACTION_REASON_MAX } from "@/lib/contract/transaction.values";
import { formatMoney } from "@/lib/format";
import { type DecidePayoutAccountInput, decidePayoutAccountMutation } from "@/lib/queries/transaction";

type Props = { transaction: TransactionDetails; draft: string; onClose: () => void };

const loadSchema = () => import("@/lib/contract/transaction-account").then((module) => module.payoutAccountDecision);

const DECISIONS = [
  { value: "send", label: "Send it: the account belongs to this person" },
  { value: "return", label: "Don't send it: the payout fails, and its money is available again" },
];

/** Asks for a decision on a payout whose bank account has an unexpected holder's name: send the payout anyway, or let the payout fail. */
export function PayoutAccountDialog({ transaction, draft, onClose }: Props) {
  const { latest, captureConflict } = useEditConflict(transaction);
  const { mutateAsync } = useKeyedMutation(decidePayoutAccountMutation);
  const send = async (input: DecidePayoutAccountInput) => {
    await mutateAsync(input).catch(captureConflict);
    toast.success(input.decision === "send" ? "The payout is sent." : "The payout is not sent.");
  };
  return (
    <FormDialog<DecidePayoutAccountInput>
      open
      onOpenChange={onClose}
      title={`Pay ${formatMoney(transaction.amount)} into this account?`}
      consequence={`The account is ${transaction.account_check?.name_at_bank}'s at the bank. ${transaction.account_check?.expected} is expected. A payment into the wrong account can't be called back.`}
      submitLabel="Save"
      tone="danger"
      schema={loadSchema}
      fixed={{ transactionId: transaction.id, version: latest.version }}
      draft={draft}
      defaultValues={{ reason: "" }}
      onSubmit={send}
    >
      <SelectField name="decision" label="Decision" options={DECISIONS} placeholder="Choose what to do" />
      <TextAreaField
        name="reason"
        label="Reason"
        hint="What shows to whom the account belongs. Logged."
        max={TRANSACTION_REASON_MAX}
        rows={3}
      />
    </FormDialog>
  );
}
