"use client";

import { useMutation } from "@tanstack/react-query";
import { TextAreaField } from "@/components/common/form/fields";
import { FormDialog } from "@/components/common/form/form-dialog";
import { toast } from "@/lib/client/toast";
import { DAY_REMARK_MAX } from "@/lib/contract/reconciliation-days.values";
import { formatDay } from "@/lib/format";
import { type WithdrawDayProposalInput, withdrawProposalMutation } from "@/lib/queries/reconciliation-days";

const loadSchema = () => import("@/lib/contract/reconciliation-days").then((module) => module.proposalWithdrawal);

type Props = { day: string; version: number; onClose: () => void };

/** Withdraws the proposal to close a day, with a reason. */
export function WithdrawProposalDialog({ day, version, onClose }: Props) {
  const { mutateAsync } = useMutation(withdrawProposalMutation());
  return (
    <FormDialog<WithdrawDayProposalInput>
      open
      onOpenChange={onClose}
      title={`Withdraw the proposal of ${formatDay(day)}?`}
      consequence="The day is open again, and can be proposed again."
      submitLabel="Withdraw"
      schema={loadSchema}
      fixed={{ day, version }}
      defaultValues={{ remark: "" }}
      onSubmit={async (input) => {
        await mutateAsync(input);
        toast.success(`${formatDay(day)} is open again.`);
      }}
    >
      <TextAreaField name="remark" label="Reason" hint="Kept in the audit trail." max={DAY_REMARK_MAX} rows={3} />
    </FormDialog>
  );
}
