"use client";

import { CurrentVersionNotice } from "@/components/common/form/current-version";
import { SelectField, TextAreaField } from "@/components/common/form/fields";
import { FormDialog } from "@/components/common/form/form-dialog";
import { MoneyField } from "@/components/common/form/number-fields";
import { useEditConflict } from "@/components/common/form/use-edit-conflict";
import { toast } from "@/lib/client/toast";
import { useKeyedMutation } from "@/lib/client/use-keyed-mutation";
import { benefitReturnedByRefund } from "@/lib/contract/promotion.values";
import type { TransactionDetails } from "@/lib/contract/transaction";
import { TRANSACTION_REASON_MAX } from "@/lib/contract/transaction.values";
import { formatMoney, titleCase } from "@/lib/format";
import {
  type ChangeDisputeStateInput,
  changeDisputeStateMutation,
  type RefundInput,
  refundMutation,
} from "@/lib/queries/transaction";

type Props = { transaction: TransactionDetails; draft: string; onClose: () => void };

const loadRefundSchema = () => import("@/lib/contract/transaction").then((module) => module.transactionRefund);
const loadDisputeSchema = () => import("@/lib/contract/transaction").then((module) => module.transactionDispute);

/** Returns the part of a refund that the payer receives, in kobo. The promotion's share returns to its pool. */
function payerPart({ amount, discount, cashback, refunded_amount }: TransactionDetails, part: number): number {
  return (
    part - benefitReturnedByRefund({ benefit: discount + cashback, amount, refunded: refunded_amount - part }, part)
  );
}

/** Refunds a payment. Sends the remaining amount shown, so that the API refuses the refund if the amount has changed. */
export function RefundDialog({ transaction, draft, onClose }: Props) {
  const { latest, captureConflict } = useEditConflict(transaction, ({ remaining }) => remaining);
  const shown = latest.remaining;
  const { mutateAsync } = useKeyedMutation(refundMutation);
  const poolAmount = transaction.discount + transaction.cashback;
  const send = async (input: RefundInput) => {
    const updated = await mutateAsync(input).catch(captureConflict);
    toast.success(
      updated.awaiting ? "The refund awaits approval." : `${formatMoney(payerPart(updated, input.amount))} refunded.`,
    );
  };
  return (
    <FormDialog<RefundInput>
      open
      onOpenChange={onClose}
      title={`Refund ${transaction.reference}?`}
      consequence={
        <>
          {transaction.user.name} is refunded the way it was paid. {formatMoney(shown)} remain; the fee is kept.{" "}
          {poolAmount > 0 && `A promotion gave ${formatMoney(poolAmount)}: its share returns to the promotions pool. `}
          Above {formatMoney(transaction.refund_limit)} in all, earlier refunds included, another admin has to approve.
        </>
      }
      submitLabel="Refund"
      tone="danger"
      schema={loadRefundSchema}
      fixed={{ transactionId: transaction.id, remaining: shown }}
      draft={draft}
      defaultValues={{ amount: transaction.remaining, reason: "" }}
      onSubmit={send}
    >
      <MoneyField name="amount" label="Amount in naira" />
      <TextAreaField
        name="reason"
        label="Reason"
        hint="Logged. The citizen is notified of the amount by mail and push, without the reason."
        max={TRANSACTION_REASON_MAX}
        rows={3}
      />
    </FormDialog>
  );
}

const WON = { value: "won", label: "Won: the payment stands" };

/** Marks a transaction as disputed, or records how a dispute ended. After a conflict it shows the current state. */
export function DisputeDialog({ transaction: initialTransaction, draft, onClose }: Props) {
  const { base: transaction, newer, latest, captureConflict } = useEditConflict(initialTransaction);
  const { mutateAsync } = useKeyedMutation(changeDisputeStateMutation);
  const isDisputed = transaction.state === "disputed";
  const amount = formatMoney(transaction.loss.amount);
  const lossLabel =
    transaction.loss.to === "bank"
      ? `${amount} leave the settlement float and are posted to suspense`
      : `${amount} go back to ${transaction.user.name}'s wallet from ${transaction.counterparty ? `${transaction.counterparty.name}'s wallet` : "the settlement float"}`;
  const outcomes = transaction.disputable ? [WON, { value: "lost", label: `Lost: ${amount} go back` }] : [WON];
  const send = async (input: ChangeDisputeStateInput) => {
    const updated = await mutateAsync(input).catch(captureConflict);
    toast.success(updated.awaiting ? "The loss awaits approval." : `${transaction.reference} is ${updated.state}.`);
  };
  return (
    <FormDialog<ChangeDisputeStateInput>
      open
      onOpenChange={onClose}
      title={
        isDisputed ? `How did the dispute about ${transaction.reference} end?` : `Dispute ${transaction.reference}?`
      }
      consequence={
        isDisputed
          ? `When it is lost, ${lossLabel}; above ${formatMoney(transaction.refund_limit)} another admin has to approve that.${transaction.type === "ticket" ? " Valid tickets that it paid for become void." : ""} How it ended can't be changed afterwards.`
          : "It can't be refunded during the dispute or afterwards."
      }
      submitLabel={isDisputed ? "Save" : "Mark as disputed"}
      tone="danger"
      schema={loadDisputeSchema}
      fixed={{
        transactionId: transaction.id,
        version: latest.version,
        ...(!isDisputed && { state: "disputed" as const }),
      }}
      draft={draft}
      defaultValues={{ reason: "" }}
      onSubmit={send}
    >
      {newer && (
        <CurrentVersionNotice>
          <p>
            {titleCase(newer.state)}
            {newer.refunded_amount > 0 && `, ${formatMoney(newer.refunded_amount)} refunded`}
            {newer.awaiting && `, awaiting approval: ${newer.awaiting.change}`}
          </p>
        </CurrentVersionNotice>
      )}
      {isDisputed && <SelectField name="state" label="Outcome" options={outcomes} placeholder="Choose the outcome" />}
      <TextAreaField
        name="reason"
        label="Reason"
        hint={`What the citizen or the bank said.${isDisputed ? " The citizen is notified of the outcome by mail and push, without the reason." : ""}`}
        max={TRANSACTION_REASON_MAX}
        rows={3}
      />
    </FormDialog>
  );
}
