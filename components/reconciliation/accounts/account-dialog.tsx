"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { type ComparedFields, ConflictChanges } from "@/components/common/form/current-version";
import { DateField } from "@/components/common/form/date-field";
import { CheckboxField, SelectField, TextField } from "@/components/common/form/fields";
import { FormDialog } from "@/components/common/form/form-dialog";
import { useEditConflict } from "@/components/common/form/use-edit-conflict";
import { Button } from "@/components/ui/button";
import { toast } from "@/lib/client/toast";
import { useKeyedMutation } from "@/lib/client/use-keyed-mutation";
import type { BankAccount } from "@/lib/contract/reconciliation-statements";
import { formatDay, lagosDay } from "@/lib/format";
import {
  type BankAccountInput,
  type BankAccountUpdateInput,
  createBankAccountMutation,
  updateBankAccountMutation,
} from "@/lib/queries/bank-accounts";
import { bankAccountDraftName } from "./account-words";

const loadCreation = () => import("@/lib/contract/reconciliation-statements").then((each) => each.bankAccountCreation);
const loadUpdate = () => import("@/lib/contract/reconciliation-statements").then((each) => each.bankAccountUpdate);

const EMPTY_ACCOUNT = { name: "", bank_code: "", bank_name: "", account_number: "", starts_on: "" };

type AddProps = {
  banks: readonly { code: string; name: string }[];
  /** First reconciled day; null until the first account is added. */
  startsOn: string | null;
  /** First day whose reconciliation is not closed yet. */
  firstOpenDay: string | null;
  onClose: () => void;
};

/** Adds a bank account. The form of the first account also sets the first reconciled day. */
export function AddBankAccountDialog({ banks, startsOn, firstOpenDay, onClose }: AddProps) {
  const create = useKeyedMutation(createBankAccountMutation);
  const [isOtherBank, setIsOtherBank] = useState(false);
  return (
    <FormDialog<BankAccountInput>
      open
      onOpenChange={onClose}
      title="Add bank account"
      consequence={
        startsOn ? undefined : "Reconciliation starts on the first day that you choose here. It can't be changed later."
      }
      submitLabel="Add account"
      schema={loadCreation}
      draft={bankAccountDraftName()}
      defaultValues={{ ...EMPTY_ACCOUNT, starts_on: firstOpenDay ?? "" }}
      onSubmit={async (input) => {
        const { name } = await create.mutateAsync(input);
        toast.success(`${name} is added.`);
      }}
    >
      <TextField name="name" label="Name" hint="Such as IGR collection." autoComplete="off" maxLength={80} />
      {isOtherBank ? (
        <>
          <TextField name="bank_name" label="Bank" autoComplete="off" maxLength={80} />
          <TextField
            name="bank_code"
            label="Code of the bank"
            hint="3 to 6 digits."
            inputMode="numeric"
            autoComplete="off"
            maxLength={10}
          />
        </>
      ) : (
        <div className="space-y-1.5">
          <SelectField
            name="bank_code"
            label="Bank"
            options={banks.map(({ code, name }) => ({ value: code, label: name }))}
            placeholder="Choose the bank"
          />
          <Button size="sm" variant="ghost" onClick={() => setIsOtherBank(true)}>
            Another bank
          </Button>
        </div>
      )}
      <TextField name="account_number" label="Account number" inputMode="numeric" autoComplete="off" maxLength={20} />
      <DateField
        name="starts_on"
        label="First day"
        hint={startsOn ? "First day that needs a statement." : "First day whose money is compared with the bank."}
        min={firstOpenDay ?? undefined}
        max={lagosDay(Date.now())}
      />
    </FormDialog>
  );
}

const DIFF_FIELDS: ComparedFields<BankAccount> = [
  ["Name", ({ name }) => name],
  ["Reconciled", ({ is_active }) => (is_active ? "Yes" : "No")],
];

/** Renames a bank account, or stops or resumes its reconciliation. */
export function ChangeBankAccountDialog({ account, onClose }: { account: BankAccount; onClose: () => void }) {
  const update = useMutation(updateBankAccountMutation());
  const { base, newer, latest, captureConflict } = useEditConflict(account);
  return (
    <FormDialog<BankAccountUpdateInput>
      open
      onOpenChange={onClose}
      title={`Change ${base.name}`}
      consequence={`${base.bank_name}, ${base.account_number}. Reconciled from ${formatDay(base.starts_on)} on.`}
      submitLabel={newer ? "Overwrite" : "Save"}
      schema={loadUpdate}
      draft={bankAccountDraftName(account.id)}
      fixed={{ accountId: account.id, version: latest.version }}
      defaultValues={{ name: base.name, is_active: base.is_active }}
      onSubmit={async (input) => {
        await update.mutateAsync(input).catch(captureConflict);
        toast.success(`${input.name} is saved.`);
      }}
    >
      {newer && <ConflictChanges facts={DIFF_FIELDS} base={base} newer={newer} />}
      <TextField name="name" label="Name" autoComplete="off" maxLength={80} />
      <CheckboxField
        name="is_active"
        label="Reconcile this account"
        hint="Without it, days need no statement of this account. Its earlier lines stay."
      />
    </FormDialog>
  );
}
