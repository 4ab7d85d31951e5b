"use client";

import { useMutation } from "@tanstack/react-query";
import { CurrentVersion } from "@/components/common/form/current-version";
import { TextAreaField } from "@/components/common/form/fields";
import { FormDialog } from "@/components/common/form/form-dialog";
import { MoneyField } from "@/components/common/form/number-fields";
import { useEditConflict } from "@/components/common/form/use-edit-conflict";
import { LagosInstantField } from "@/components/entry/lagos-instant-field";
import { toast } from "@/lib/client/toast";
import type { PromotionSingle } from "@/lib/contract/promotion";
import { formatMoney, titleCase } from "@/lib/format";
import {
  endPromotionMutation,
  type PromotionRaiseInput,
  type PromotionReasonInput,
  type PromotionRescheduleInput,
  pausePromotionMutation,
  raisePromotionMutation,
  reschedulePromotionMutation,
} from "@/lib/queries/promotion";
import { loadRaise, loadReason, loadReschedule } from "./promotion-actions-schema";
import { ACTION_LABELS, REASONED } from "./promotion-actions-words";
import { runsWords } from "./promotion-list-words";

type PromotionDialogProps = {
  promotion: PromotionSingle;
  action: "pause" | "end" | "raise" | "reschedule";
  /** Name of the draft in which the form's input is saved when the session ends. */
  draft: string;
  onClose: () => void;
};

const REASON_MAX = 400;
const Reason = () => <TextAreaField name="reason" label="Reason" hint="Logged." max={REASON_MAX} rows={3} />;

/** Renders the actions that require a reason and, for some, a new budget or end. */
export function PromotionDialog({ promotion: now, action, draft, onClose }: PromotionDialogProps) {
  const { newer, latest: promotion, captureConflict } = useEditConflict(now);
  const pause = useMutation(pausePromotionMutation());
  const end = useMutation(endPromotionMutation());
  const raise = useMutation(raisePromotionMutation());
  const reschedule = useMutation(reschedulePromotionMutation());
  const fixed = { promotionId: promotion.id, version: promotion.version };
  const shared = {
    open: true,
    onOpenChange: (open: boolean) => !open && onClose(),
    submitLabel: ACTION_LABELS[action],
    fixed,
    draft,
  };
  const sent = async (run: Promise<unknown>, words: string) => {
    await run.catch(captureConflict);
    toast.success(`${promotion.name}: ${words}`);
  };
  const changed = newer && (
    <CurrentVersion>
      <p>
        {titleCase(newer.state)}, budget {formatMoney(newer.budget)}, {runsWords(newer)}
      </p>
    </CurrentVersion>
  );
  if (action === "raise")
    return (
      <FormDialog<PromotionRaiseInput>
        {...shared}
        title={`Raise the budget of “${promotion.name}”?`}
        consequence={`The budget is ${formatMoney(promotion.budget)}. It can't be lowered. The promotions pool has ${formatMoney(promotion.pool)} available.`}
        schema={loadRaise}
        defaultValues={{ budget: null, reason: "" }}
        onSubmit={(input) => sent(raise.mutateAsync(input), "the budget is raised.")}
      >
        {changed}
        <MoneyField name="budget" label="New budget in naira" />
        <Reason />
      </FormDialog>
    );
  if (action === "reschedule")
    return (
      <FormDialog<PromotionRescheduleInput>
        {...shared}
        title={`Change when “${promotion.name}” ends?`}
        consequence="Payments in progress keep their benefit."
        schema={loadReschedule}
        defaultValues={{ ends_at: promotion.ends_at, reason: "" }}
        onSubmit={(input) => sent(reschedule.mutateAsync(input), "the end is changed.")}
      >
        {changed}
        <LagosInstantField
          name="ends_at"
          label="Ends"
          hint="Lagos time. If empty: when the budget is spent."
          optional
        />
        <Reason />
      </FormDialog>
    );
  const { title, consequence, done } = REASONED[action];
  const run = action === "pause" ? pause : end;
  return (
    <FormDialog<PromotionReasonInput>
      {...shared}
      tone={action === "end" ? "danger" : "primary"}
      title={title(promotion.name)}
      consequence={consequence}
      schema={loadReason}
      defaultValues={{ reason: "" }}
      onSubmit={(input) => sent(run.mutateAsync(input), `it is ${done}.`)}
    >
      {changed}
      <Reason />
    </FormDialog>
  );
}
