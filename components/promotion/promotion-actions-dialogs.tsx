"use client";

import { useMutation } from "@tanstack/react-query";
import { CurrentVersionNotice } from "@/components/common/form/current-version";
import { TextAreaField } from "@/components/common/form/fields";
import { FormDialog } from "@/components/common/form/form-dialog";
import { MoneyField } from "@/components/common/form/number-fields";
import { useEditConflict } from "@/components/common/form/use-edit-conflict";
import { LagosDateTimeField } from "@/components/record-editor/lagos-instant-field";
import { toast } from "@/lib/client/toast";
import type { PromotionDetails } from "@/lib/contract/promotion";
import { formatMoney, titleCase } from "@/lib/format";
import {
  endPromotionMutation,
  type PromotionReasonInput,
  pausePromotionMutation,
  type RaisePromotionBudgetInput,
  type ReschedulePromotionInput,
  raisePromotionBudgetMutation,
  reschedulePromotionMutation,
} from "@/lib/queries/promotion";
import {
  loadBudgetRaiseSchema,
  loadPromotionReasonSchema,
  loadPromotionRescheduleSchema,
} from "./promotion-actions-schema";
import { PROMOTION_ACTION_LABELS, PROMOTION_REASON_DIALOG_TEXTS } from "./promotion-actions-words";
import { describePromotionPeriod } from "./promotion-list-words";

type PromotionDialogProps = {
  promotion: PromotionDetails;
  action: "pause" | "end" | "raise" | "reschedule";
  /** Storage name of the draft that keeps the form's input when the session ends. */
  draft: string;
  onClose: () => void;
};

const REASON_MAX = 400;
const ReasonField = () => <TextAreaField name="reason" label="Reason" hint="Logged." max={REASON_MAX} rows={3} />;

/** Renders the dialog of an action on a promotion that requires a reason and, for some actions, a new budget or end date. */
export function PromotionReasonDialog({ promotion: initialPromotion, action, draft, onClose }: PromotionDialogProps) {
  const { newer, latest: promotion, captureConflict } = useEditConflict(initialPromotion);
  const pause = useMutation(pausePromotionMutation());
  const end = useMutation(endPromotionMutation());
  const raiseBudget = useMutation(raisePromotionBudgetMutation());
  const reschedule = useMutation(reschedulePromotionMutation());
  const fixedValues = { promotionId: promotion.id, version: promotion.version };
  const dialogProps = {
    open: true,
    onOpenChange: (open: boolean) => !open && onClose(),
    submitLabel: PROMOTION_ACTION_LABELS[action],
    fixed: fixedValues,
    draft,
  };
  const submit = async (request: Promise<unknown>, doneMessage: string) => {
    await request.catch(captureConflict);
    toast.success(`${promotion.name}: ${doneMessage}`);
  };
  const conflictNotice = newer && (
    <CurrentVersionNotice>
      <p>
        {titleCase(newer.state)}, budget {formatMoney(newer.budget)}, {describePromotionPeriod(newer)}
      </p>
    </CurrentVersionNotice>
  );
  if (action === "raise")
    return (
      <FormDialog<RaisePromotionBudgetInput>
        {...dialogProps}
        title={`Raise the budget of “${promotion.name}”?`}
        consequence={`The budget is ${formatMoney(promotion.budget)}. It can't be lowered. The promotions pool has ${formatMoney(promotion.pool)} available.`}
        schema={loadBudgetRaiseSchema}
        defaultValues={{ budget: null, reason: "" }}
        onSubmit={(input) => submit(raiseBudget.mutateAsync(input), "the budget is raised.")}
      >
        {conflictNotice}
        <MoneyField name="budget" label="New budget in naira" />
        <ReasonField />
      </FormDialog>
    );
  if (action === "reschedule")
    return (
      <FormDialog<ReschedulePromotionInput>
        {...dialogProps}
        title={`Change when “${promotion.name}” ends?`}
        consequence="Payments in progress keep their benefit."
        schema={loadPromotionRescheduleSchema}
        defaultValues={{ ends_at: promotion.ends_at, reason: "" }}
        onSubmit={(input) => submit(reschedule.mutateAsync(input), "the end is changed.")}
      >
        {conflictNotice}
        <LagosDateTimeField
          name="ends_at"
          label="Ends"
          hint="Lagos time. If empty: when the budget is spent."
          optional
        />
        <ReasonField />
      </FormDialog>
    );
  const { title, consequence, done: doneText } = PROMOTION_REASON_DIALOG_TEXTS[action];
  const run = action === "pause" ? pause : end;
  return (
    <FormDialog<PromotionReasonInput>
      {...dialogProps}
      tone={action === "end" ? "danger" : "primary"}
      title={title(promotion.name)}
      consequence={consequence}
      schema={loadPromotionReasonSchema}
      defaultValues={{ reason: "" }}
      onSubmit={(input) => submit(run.mutateAsync(input), `it is ${doneText}.`)}
    >
      {conflictNotice}
      <ReasonField />
    </FormDialog>
  );
}
