"use client";

import { useMutation } from "@tanstack/react-query";
import { TextAreaField } from "@/components/common/form/fields";
import { FormDialog } from "@/components/common/form/form-dialog";
import { MoneyField } from "@/components/common/form/number-fields";
import { toast } from "@/lib/client/toast";
import type { ProgrammeDetails } from "@/lib/contract/grant";
import { GRANT_REASON_MAX } from "@/lib/contract/grant.values";
import { formatMoney } from "@/lib/format";
import { type RaiseProgrammeBudgetInput, raiseBudgetMutation } from "@/lib/queries/grant";

const loadBudgetSchema = () => import("@/lib/contract/grant").then((module) => module.programmeBudgetRaise);

type RaiseBudgetDialogProps = { programme: ProgrammeDetails; onClose: () => void };

/** Raises a programme's budget, by at most the free amount of the grants pool. Budgets can't be lowered. */
export function RaiseProgrammeBudgetDialog({ programme, onClose }: RaiseBudgetDialogProps) {
  const { mutateAsync } = useMutation(raiseBudgetMutation());
  return (
    <FormDialog<RaiseProgrammeBudgetInput>
      open
      onOpenChange={onClose}
      title={`Raise the budget of “${programme.name}”?`}
      consequence={`It is ${formatMoney(programme.budget)} now. The grants pool has ${formatMoney(programme.pool)} free: the difference is reserved there. A budget can't be lowered.`}
      submitLabel="Raise budget"
      schema={loadBudgetSchema}
      fixed={{ programmeId: programme.id, version: programme.version }}
      draft={`grant.budget:${programme.id}`}
      defaultValues={{ budget: programme.budget, reason: "" }}
      onSubmit={async (input) => {
        const updated = await mutateAsync(input);
        toast.success(`The budget is ${formatMoney(updated.budget)}.`);
      }}
    >
      <MoneyField name="budget" label="New budget in naira" />
      <TextAreaField name="reason" label="Reason" max={GRANT_REASON_MAX} rows={3} />
    </FormDialog>
  );
}
