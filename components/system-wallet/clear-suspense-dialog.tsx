"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { TextAreaField } from "@/components/common/form/fields";
import { FormDialog } from "@/components/common/form/form-dialog";
import { MoneyField } from "@/components/common/form/number-fields";
import { toast } from "@/lib/client/toast";
import { useKeyedMutation } from "@/lib/client/use-keyed-mutation";
import { MOVEMENT_NOTE_MAX } from "@/lib/contract/system-wallet.values";
import { formatMoney } from "@/lib/format";
import { createMovementMutation, type MovementInput } from "@/lib/queries/system-wallet";
import { transactionQuery } from "@/lib/queries/transaction";
import { clearSuspenseFormDraftName } from "./wallet-words";

const loadSchema = () => import("@/lib/contract/system-wallet").then((module) => module.movementCreation);

type Props = {
  transactionId: string;
  /** The transaction's amount on the suspense account in kobo; negative if the user's wallet has to return it. */
  available: number;
  onClose: () => void;
};

/** Requests to clear a transaction's amount from suspense to the user's wallet, or back if the amount is negative. */
export function ClearSuspenseDialog({ transactionId, available: currentBalance, onClose }: Props) {
  // Keeps the amount that was shown when the dialog opened: after a conflict the page refetches, and the amount's sign could change.
  const [available] = useState(currentBalance);
  const { data: transaction } = useQuery(transactionQuery(transactionId));
  const { mutateAsync } = useKeyedMutation(createMovementMutation);
  if (!transaction) return null;
  const clear = async (input: MovementInput) => {
    const movement = await mutateAsync(input);
    toast.success(`${movement.reference} awaits approval.`);
  };
  const { reference, user } = transaction;
  const isNegative = available < 0;
  const amountText = formatMoney(Math.abs(available));
  const approvalNote = "Nothing moves before another admin approves it.";
  return (
    <FormDialog<MovementInput>
      open
      onOpenChange={onClose}
      title={isNegative ? `Take back from ${user.name}'s wallet?` : `Clear to ${user.name}'s wallet?`}
      consequence={
        isNegative
          ? `Suspense is short of ${amountText} for ${reference}. ${approvalNote} What the wallet can't pay must come from another account: fund suspense with it, or transfer it there, in System Wallet.`
          : `Suspense holds ${amountText} for ${reference}. ${approvalNote}`
      }
      submitLabel="Request approval"
      schema={loadSchema}
      fixed={{
        kind: "clear",
        account: "suspense",
        direction: isNegative ? "increase" : null,
        transaction: reference,
        submit: true,
      }}
      draft={clearSuspenseFormDraftName(transactionId, available)}
      defaultValues={{ amount: Math.abs(available), note: "" }}
      onSubmit={clear}
    >
      <MoneyField name="amount" label="Amount in naira" />
      <TextAreaField name="note" label="Reason" hint="Shown to the approver." max={MOVEMENT_NOTE_MAX} rows={3} />
    </FormDialog>
  );
}
