"use client";

import { TextAreaField } from "@/components/common/form/fields";
import { FormDialog } from "@/components/common/form/form-dialog";
import { toast } from "@/lib/client/toast";
import { useKeyedMutation } from "@/lib/client/use-keyed-mutation";
import type { ReconciliationDayDetails } from "@/lib/contract/reconciliation-days";
import { DAY_REMARK_MAX } from "@/lib/contract/reconciliation-days.values";
import { formatDay, formatMoney } from "@/lib/format";
import { type ProposeReconciliationDayInput, proposeDayMutation } from "@/lib/queries/reconciliation-days";

const loadSchema = () => import("@/lib/contract/reconciliation-days").then((module) => module.dayProposal);

/** Proposes a day for closing. The admin's remark explains the amounts on suspense and the difference from before reconciliation started. */
export function ProposeDayDialog({ day, onClose }: { day: ReconciliationDayDetails; onClose: () => void }) {
  const { mutateAsync } = useKeyedMutation(proposeDayMutation);
  const { suspense, statement } = day.figures;
  const hints = [
    suspense.lines.length > 0 && `Explain the ${formatMoney(suspense.balance)} on suspense.`,
    statement.opening_difference !== 0 && `From before reconciliation: ${formatMoney(statement.opening_difference)}.`,
    "Part of the record.",
  ];
  return (
    <FormDialog<ProposeReconciliationDayInput>
      open
      onOpenChange={onClose}
      title={`Propose ${formatDay(day.day)} for closing?`}
      consequence="Another admin checks the figures and closes the day. Until then the proposal can be withdrawn."
      submitLabel="Propose"
      schema={loadSchema}
      fixed={{ day: day.day }}
      draft={`reconciliation.day:${day.day}`}
      defaultValues={{ remark: "" }}
      onSubmit={async (input) => {
        await mutateAsync(input);
        toast.success(`${formatDay(day.day)} is proposed for closing.`);
      }}
    >
      <TextAreaField
        name="remark"
        label="Remark"
        hint={hints.filter(Boolean).join(" ")}
        optional={!day.needs_remark}
        max={DAY_REMARK_MAX}
        rows={4}
      />
    </FormDialog>
  );
}
