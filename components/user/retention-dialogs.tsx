"use client";

import { type ComparedFields, ConflictChanges } from "@/components/common/form/current-version";
import { TextAreaField, TextField } from "@/components/common/form/fields";
import { FormDialog } from "@/components/common/form/form-dialog";
import { useEditConflict } from "@/components/common/form/use-edit-conflict";
import { conflictRecordOf } from "@/lib/client/api-error";
import { toast } from "@/lib/client/toast";
import { useKeyedMutation } from "@/lib/client/use-keyed-mutation";
import { USER_REASON_MAX } from "@/lib/contract/user.values";
import type { Retention, RetentionDryRun } from "@/lib/contract/user-retention";
import { formatTotal } from "@/lib/format";
import {
  type ChangeRetentionInput,
  changeRetentionMutation,
  type RunRetentionInput,
  requestRetentionRunMutation,
} from "@/lib/queries/user-data";
import { DATA_REMOVAL_DRAFT_NAME, RETENTION_TEXTS, retentionPeriodDraftName } from "./retention-words";

const loadChangeSchema = () => import("@/lib/contract/user-retention").then((module) => module.retentionChange);
const loadRunSchema = () => import("@/lib/contract/user-retention").then((module) => module.retentionRun);

type Period = Retention["periods"][number];
type PeriodProps = { period: Period; onClose: () => void };

const PERIOD_DIFF_FIELDS: ComparedFields<Period> = [["Days", ({ days }) => days.toLocaleString("en")]];

/** Changes the retention period of one kind of data. A conflict keeps the form and shows the current period. */
export function RetentionPeriodDialog({ period, onClose }: PeriodProps) {
  const { rule, days, default_days, minimum_days } = period;
  const { base, newer, latest, showConflict } = useEditConflict(period);
  const { mutateAsync } = useKeyedMutation(changeRetentionMutation);
  return (
    <FormDialog<ChangeRetentionInput>
      open
      onOpenChange={onClose}
      title={`Change the period: ${RETENTION_TEXTS[rule].label}`}
      consequence="Nothing is removed now. The next removal uses the new period."
      submitLabel={newer ? "Overwrite" : "Save"}
      schema={loadChangeSchema}
      draft={retentionPeriodDraftName(rule)}
      fixed={{ rule, version: latest.version }}
      defaultValues={{ days: String(days), reason: "" }}
      onSubmit={async (input) => {
        await mutateAsync(input).catch((error: unknown) => {
          const current = conflictRecordOf<Retention>(error)?.periods.find((each) => each.rule === rule);
          if (current && current.version !== latest.version) showConflict(current);
          throw error;
        });
        toast.success("The period is changed.");
      }}
    >
      {newer && <ConflictChanges facts={PERIOD_DIFF_FIELDS} base={base} newer={newer} />}
      <TextField
        name="days"
        label="Days"
        inputMode="numeric"
        autoComplete="off"
        hint={`At least ${minimum_days}; ${default_days} by default.`}
      />
      <TextAreaField name="reason" label="Reason" hint="Recorded in the audit trail." max={USER_REASON_MAX} rows={3} />
    </FormDialog>
  );
}

/** Requests the removal of all old data that the dry run counted. */
export function DataRemovalDialog({
  old,
  onClose,
}: {
  old: readonly RetentionDryRun["rules"][number][];
  onClose: () => void;
}) {
  const { mutateAsync } = useKeyedMutation(requestRetentionRunMutation);
  return (
    <FormDialog<RunRetentionInput>
      open
      onOpenChange={onClose}
      title="Remove old data?"
      consequence="After another admin approves it, this data is removed and can't be restored."
      submitLabel="Request approval"
      tone="danger"
      schema={loadRunSchema}
      draft={DATA_REMOVAL_DRAFT_NAME}
      fixed={{ rules: old.map(({ rule }) => rule) }}
      defaultValues={{ reason: "" }}
      onSubmit={async (input) => {
        await mutateAsync(input);
        toast.success("The removal of old data awaits approval.");
      }}
    >
      <ul className="list-disc pl-5 text-sm">
        {old.map(({ rule, count, is_capped }) => (
          <li key={rule}>
            {RETENTION_TEXTS[rule].label}: {formatTotal(count, is_capped)}
          </li>
        ))}
      </ul>
      <TextAreaField
        name="reason"
        label="Reason"
        hint="Shown to the approver and recorded in the audit trail."
        max={USER_REASON_MAX}
        rows={3}
      />
    </FormDialog>
  );
}
