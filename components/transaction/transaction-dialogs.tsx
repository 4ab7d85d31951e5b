"use client";

import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { SelectField, TextAreaField, TextField } from "@/components/common/fields";
import { FormDialog } from "@/components/common/form-dialog";
import { isStatus } from "@/lib/client/api-error";
import { newIdempotencyKey } from "@/lib/client/idempotency";
import { toast } from "@/lib/client/toast";
import type { TransactionSingle } from "@/lib/contract/transaction";
import { REASON_MAX } from "@/lib/contract/transaction.values";
import { formatMoney } from "@/lib/format";
import { key } from "@/lib/queries/keys";
import { type DisputeInput, disputeMutation, type RefundInput, refundMutation } from "@/lib/queries/transaction";

type Props = { transaction: TransactionSingle; draft: string; onClose: () => void };

const loadRefund = () =>
  import("@/lib/contract/transaction").then(
    (module) => module.refundForm as unknown as import("zod").ZodType<RefundInput>,
  );
const loadDispute = () => import("@/lib/contract/transaction").then((module) => module.disputeForm);

/** After a conflict the record behind the form is read anew: it shows what waits and what changed. */
async function renewed(client: QueryClient, error: unknown): Promise<TransactionSingle | null> {
  if (!isStatus(error, 409) || !error.current) return null;
  await client.invalidateQueries({ queryKey: key("Transaction", "single") });
  return error.current as TransactionSingle;
}

/** Gives money back. It carries the remaining amount that it showed; when that has changed, nothing is paid. */
export function RefundDialog({ transaction, draft, onClose }: Props) {
  const client = useQueryClient();
  const [idempotencyKey] = useState(newIdempotencyKey);
  const [shown, setShown] = useState(transaction.remaining);
  const { mutateAsync } = useMutation(refundMutation(idempotencyKey));
  const send = async (input: RefundInput) => {
    try {
      const after = await mutateAsync(input);
      toast.success(after.awaiting ? "The refund awaits approval." : `${formatMoney(input.amount)} are given back.`);
    } catch (error) {
      const current = await renewed(client, error);
      if (current) setShown(current.remaining);
      throw error;
    }
  };
  return (
    <FormDialog<RefundInput>
      open
      onOpenChange={onClose}
      title={`Refund ${transaction.reference}?`}
      consequence={
        <>
          {transaction.user.name} gets it back the way it was paid. {formatMoney(shown)} remain; the fee is kept. Above{" "}
          {formatMoney(transaction.refund_limit)} in all, earlier refunds included, another admin has to approve.
        </>
      }
      submitLabel="Refund"
      tone="danger"
      schema={loadRefund}
      fixed={{ transactionId: transaction.id, remaining: shown }}
      draft={draft}
      defaultValues={{ amount: formatMoney(transaction.remaining, "") as never, reason: "" }}
      onSubmit={send}
    >
      <TextField name="amount" label="Amount in naira" inputMode="decimal" autoComplete="off" />
      <TextAreaField name="reason" label="Reason" max={REASON_MAX} rows={3} />
    </FormDialog>
  );
}

const WON = { value: "won", label: "Won: the payment stands" };

/** Marks as disputed, or says how it ended. */
export function DisputeDialog({ transaction, draft, onClose }: Props) {
  const client = useQueryClient();
  const [idempotencyKey] = useState(newIdempotencyKey);
  const { mutateAsync } = useMutation(disputeMutation(idempotencyKey));
  const isDisputed = transaction.state === "disputed";
  const amount = formatMoney(transaction.amount);
  const ends = transaction.disputable ? [WON, { value: "lost", label: `Lost: ${amount} go back` }] : [WON];
  const send = async (input: DisputeInput) => {
    try {
      const after = await mutateAsync(input);
      toast.success(after.awaiting ? "The loss awaits approval." : `${transaction.reference} is ${after.state}.`);
    } catch (error) {
      await renewed(client, error);
      throw error;
    }
  };
  return (
    <FormDialog<DisputeInput>
      open
      onOpenChange={onClose}
      title={
        isDisputed ? `How did the dispute about ${transaction.reference} end?` : `Dispute ${transaction.reference}?`
      }
      consequence={
        isDisputed
          ? `When it is lost, ${amount} leave the settlement float and are booked on suspense; above ${formatMoney(transaction.refund_limit)} another admin has to approve that. How it ended can't be changed afterwards.`
          : "It can't be refunded while the dispute lasts, nor afterwards."
      }
      submitLabel={isDisputed ? "Save" : "Mark as disputed"}
      tone="danger"
      schema={loadDispute}
      fixed={{
        transactionId: transaction.id,
        version: transaction.version,
        ...(!isDisputed && { state: "disputed" as const }),
      }}
      draft={draft}
      defaultValues={{ reason: "" }}
      onSubmit={send}
    >
      {isDisputed && <SelectField name="state" label="Outcome" options={ends} placeholder="Choose the outcome" />}
      <TextAreaField
        name="reason"
        label="Reason"
        hint="What the cardholder or the bank said."
        max={REASON_MAX}
        rows={3}
      />
    </FormDialog>
  );
}
