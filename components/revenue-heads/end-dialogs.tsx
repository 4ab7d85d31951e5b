"use client";

import { useMutation } from "@tanstack/react-query";
import { ConflictChanges } from "@/components/common/form/current-version";
import { DateField } from "@/components/common/form/date-field";
import { TextAreaField, TextField } from "@/components/common/form/fields";
import { FormDialog } from "@/components/common/form/form-dialog";
import { useEditConflict } from "@/components/common/form/use-edit-conflict";
import { toast } from "@/lib/client/toast";
import type { RevenueHeadDatedRow, RevenueHeadDetails } from "@/lib/contract/revenue-heads";
import { HEAD_NAME_MAX, HEAD_REASON_MAX } from "@/lib/contract/revenue-heads.values";
import { formatDay, lagosDay } from "@/lib/format";
import {
  type CorrectRevenueHeadInput,
  correctHeadMutation,
  type EndRevenueHeadInput,
  endHeadMutation,
} from "@/lib/queries/revenue-heads";
import { REVENUE_HEAD_DIFF_FIELDS, revenueHeadDraftName } from "./head-words";

const loadEnd = () => import("@/lib/contract/revenue-heads").then((module) => module.revenueHeadEnding);
const loadCorrection = () => import("@/lib/contract/revenue-heads").then((module) => module.headCorrection);

const DAY_MS = 86_400_000;

type Props = { head: RevenueHeadDetails; onClose: () => void };

/** Ends a revenue head: from the chosen day on, the head accepts no payments. */
export function EndRevenueHeadDialog({ head, onClose }: Props) {
  const { base, newer, before, latest, captureConflict } = useEditConflict(head);
  const { mutateAsync } = useMutation(endHeadMutation());
  const [today, tomorrow] = [lagosDay(Date.now()), lagosDay(Date.now() + DAY_MS)];
  return (
    <FormDialog<EndRevenueHeadInput>
      open
      onOpenChange={onClose}
      title={`End ${base.code} ${base.name}?`}
      consequence="It takes no payments from this day on. Earlier payments and reports stay."
      submitLabel="End"
      tone="danger"
      schema={loadEnd}
      fixed={{ code: base.code, version: latest.version }}
      draft={revenueHeadDraftName("end", base.code)}
      defaultValues={{ starts_on: tomorrow, reason: "" }}
      onSubmit={async (input) => {
        await mutateAsync(input).catch(captureConflict);
        toast.success(`${base.code} takes no payments from ${formatDay(input.starts_on)} on.`);
      }}
    >
      {newer && <ConflictChanges facts={REVENUE_HEAD_DIFF_FIELDS} base={before} newer={newer} />}
      <DateField name="starts_on" label="First day without payments" min={head.is_used_today ? tomorrow : today} />
      <TextAreaField name="reason" label="Reason" max={HEAD_REASON_MAX} rows={3} />
    </FormDialog>
  );
}

/** Corrects name and ministry in one dated row of a revenue head. Possible only while no payment has used the row. */
export function CorrectRevenueHeadDialog({ head, row, onClose }: Props & { row: RevenueHeadDatedRow }) {
  const { base, newer, before, latest, captureConflict } = useEditConflict(head);
  const { mutateAsync } = useMutation(correctHeadMutation());
  return (
    <FormDialog<CorrectRevenueHeadInput>
      open
      onOpenChange={onClose}
      title={`Correct ${base.code} from ${formatDay(row.starts_on)}`}
      consequence="No payment has used these names yet. To change the account, change the head."
      submitLabel="Save"
      schema={loadCorrection}
      fixed={{ code: base.code, rowId: row.id, version: latest.version }}
      draft={revenueHeadDraftName("correct", row.id)}
      defaultValues={{ name: row.name, ministry: row.ministry }}
      onSubmit={async (input) => {
        await mutateAsync(input).catch(captureConflict);
        toast.success(`${base.code} is corrected.`);
      }}
    >
      {newer && <ConflictChanges facts={REVENUE_HEAD_DIFF_FIELDS} base={before} newer={newer} />}
      <TextField name="name" label="Name" autoComplete="off" maxLength={HEAD_NAME_MAX} />
      <TextField name="ministry" label="Ministry" autoComplete="off" maxLength={HEAD_NAME_MAX} />
    </FormDialog>
  );
}
