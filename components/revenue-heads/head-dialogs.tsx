"use client";

import { ConflictChanges } from "@/components/common/form/current-version";
import { DateField } from "@/components/common/form/date-field";
import { TextAreaField, TextField } from "@/components/common/form/fields";
import { FormDialog } from "@/components/common/form/form-dialog";
import { useEditConflict } from "@/components/common/form/use-edit-conflict";
import { toast } from "@/lib/client/toast";
import { useKeyedMutation } from "@/lib/client/use-keyed-mutation";
import type { RevenueHeadDetails } from "@/lib/contract/revenue-heads";
import {
  EARLIEST_HEAD_START_DAY,
  HEAD_BANK_NAME_MAX,
  HEAD_NAME_MAX,
  HEAD_REASON_MAX,
} from "@/lib/contract/revenue-heads.values";
import { lagosDay } from "@/lib/format";
import {
  type ChangeRevenueHeadInput,
  type CreateRevenueHeadInput,
  changeHeadMutation,
  createHeadMutation,
} from "@/lib/queries/revenue-heads";
import { REVENUE_HEAD_DIFF_FIELDS, revenueHeadDraftName } from "./head-words";

const loadCreation = () => import("@/lib/contract/revenue-heads").then((module) => module.headCreation);
const loadChange = () => import("@/lib/contract/revenue-heads").then((module) => module.headChange);

const DAY_MS = 86_400_000;

/** Renders the fields of a revenue head: name, ministry, bank and account number. */
function HeadFields() {
  return (
    <>
      <TextField name="name" label="Name" autoComplete="off" maxLength={HEAD_NAME_MAX} />
      <TextField name="ministry" label="Ministry" autoComplete="off" maxLength={HEAD_NAME_MAX} />
      <TextField name="bank_name" label="Bank" optional autoComplete="off" maxLength={HEAD_BANK_NAME_MAX} />
      <TextField
        name="account_number"
        label="Account number"
        optional
        hint="Ten digits. Without an account, the payments can't be remitted."
        inputMode="numeric"
        autoComplete="off"
        maxLength={20}
      />
    </>
  );
}

/** Adds a revenue head. */
export function NewRevenueHeadDialog({ onClose }: { onClose: () => void }) {
  const { mutateAsync } = useKeyedMutation(createHeadMutation);
  return (
    <FormDialog<CreateRevenueHeadInput>
      open
      onOpenChange={onClose}
      title="New revenue head"
      consequence="Citizens can choose it for taxes and levies from its first day on."
      submitLabel="Add"
      schema={loadCreation}
      draft={revenueHeadDraftName("new")}
      defaultValues={{
        ...{ code: "", name: "", ministry: "", bank_name: "", account_number: "" },
        starts_on: lagosDay(Date.now()),
      }}
      onSubmit={async (input) => {
        const { code, name } = await mutateAsync(input);
        toast.success(`${code} ${name} is added.`);
      }}
    >
      <TextField
        name="code"
        label="Code"
        hint="Such as 12010101. It can't be changed later."
        autoComplete="off"
        maxLength={30}
      />
      <HeadFields />
      <DateField name="starts_on" label="First day" min={EARLIEST_HEAD_START_DAY} />
    </FormDialog>
  );
}

/** Changes a revenue head from a chosen day on. A change of the bank account needs another admin's approval. */
export function ChangeRevenueHeadDialog({ head, onClose }: { head: RevenueHeadDetails; onClose: () => void }) {
  const { base, newer, before, latest, captureConflict } = useEditConflict(head);
  const { mutateAsync } = useKeyedMutation(changeHeadMutation);
  const [today, tomorrow] = [lagosDay(Date.now()), lagosDay(Date.now() + DAY_MS)];
  const firstDay = head.is_used_today ? tomorrow : today;
  // Prefills the values of the latest row, even if that row is a future change, because the new change usually builds on it.
  const [lastRow = base] = base.rows;
  return (
    <FormDialog<ChangeRevenueHeadInput>
      open
      onOpenChange={onClose}
      title={`Change ${base.code} ${base.name}`}
      consequence="Payments and reports of earlier days keep the names. Another admin approves a change of the account."
      submitLabel="Save"
      schema={loadChange}
      fixed={{ code: base.code, version: latest.version }}
      draft={revenueHeadDraftName("change", base.code)}
      defaultValues={{
        name: lastRow.name,
        ministry: lastRow.ministry,
        bank_name: lastRow.bank_name ?? "",
        account_number: lastRow.account_number ?? "",
        starts_on: tomorrow,
        reason: "",
      }}
      onSubmit={async (input) => {
        const { awaiting } = await mutateAsync(input).catch(captureConflict);
        toast.success(awaiting ? "The change awaits approval." : `${base.code} is changed.`);
      }}
    >
      {newer && <ConflictChanges facts={REVENUE_HEAD_DIFF_FIELDS} base={before} newer={newer} />}
      <HeadFields />
      <DateField
        name="starts_on"
        label="From"
        hint={head.is_used_today ? "Payments used the head today, so it changes from tomorrow on." : undefined}
        min={firstDay}
      />
      <TextAreaField name="reason" label="Reason" max={HEAD_REASON_MAX} rows={3} />
    </FormDialog>
  );
}
