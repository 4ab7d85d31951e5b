"use client";

import { useWatch } from "react-hook-form";
import { SelectField, TextAreaField } from "@/components/common/form/fields";
import { FormDialog } from "@/components/common/form/form-dialog";
import { MoneyField } from "@/components/common/form/number-fields";
import { useEditConflict } from "@/components/common/form/use-edit-conflict";
import { toast } from "@/lib/client/toast";
import { useKeyedMutation } from "@/lib/client/use-keyed-mutation";
import type { DisputeDetails } from "@/lib/contract/dispute";
import { DISPUTE_MESSAGE_MAX } from "@/lib/contract/dispute.values";
import { formatDateTime, formatMoney } from "@/lib/format";
import { type AnswerDisputeInput, answerDisputeMutation } from "@/lib/queries/dispute";

const loadSchema = () => import("@/lib/contract/dispute").then((module) => module.disputeAnswer);

const ANSWERS = [
  { value: "contest", label: "Contest: the payment is right" },
  { value: "accept", label: "Accept: the money goes back" },
];

/** Answers a payment dispute at the provider: accepts or contests the dispute. */
export function DisputeAnswerDialog({
  dispute,
  draft,
  onClose,
}: {
  dispute: DisputeDetails;
  draft: string;
  onClose: () => void;
}) {
  const { latest, captureConflict } = useEditConflict(dispute);
  const { mutateAsync } = useKeyedMutation(answerDisputeMutation);
  const send = async ({ amount, ...input }: AnswerDisputeInput) => {
    const sent = input.answer === "accept" ? { ...input, amount } : input;
    const updated = await mutateAsync(sent).catch(captureConflict);
    toast.success(updated.awaiting ? "The answer awaits approval." : "The answer is sent to the provider.");
  };
  return (
    <FormDialog<AnswerDisputeInput>
      open
      onOpenChange={onClose}
      title={`Answer the dispute about ${dispute.reference}?`}
      consequence={`${formatMoney(latest.amount)} are claimed. The answer is due on ${formatDateTime(latest.due_at)}, and can't be changed once it is sent. Giving back more than ${formatMoney(dispute.refund_limit)} needs another admin's approval.`}
      submitLabel="Send the answer"
      tone="danger"
      schema={loadSchema}
      fixed={{ disputeId: dispute.id, version: latest.version }}
      draft={draft}
      defaultValues={{ amount: dispute.amount, message: "" }}
      onSubmit={send}
    >
      <SelectField name="answer" label="Answer" options={ANSWERS} placeholder="Choose the answer" />
      <AcceptedAmount />
      <TextAreaField
        name="message"
        label="Message to the bank"
        hint="Why the payment is right, or why the money goes back. The payer's bank reads it."
        max={DISPUTE_MESSAGE_MAX}
        rows={5}
      />
    </FormDialog>
  );
}

function AcceptedAmount() {
  const answer = useWatch({ name: "answer" });
  return answer === "accept" ? <MoneyField name="amount" label="Returned, in naira" /> : null;
}
