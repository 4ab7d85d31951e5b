"use client";

import { useMutation } from "@tanstack/react-query";
import { type FieldValues, useWatch } from "react-hook-form";
import { CheckboxField, SelectField, TextAreaField, TextField } from "@/components/common/form/fields";
import { FormDialog } from "@/components/common/form/form-dialog";
import { MoneyField } from "@/components/common/form/number-fields";
import { useEditConflict } from "@/components/common/form/use-edit-conflict";
import { isApiErrorWithStatus } from "@/lib/client/api-error";
import { toast } from "@/lib/client/toast";
import { useKeyedMutation } from "@/lib/client/use-keyed-mutation";
import type { MovementDetails, WalletAccount } from "@/lib/contract/system-wallet";
import {
  kindAllowsDirection,
  MANUAL_MOVEMENT_KINDS,
  type ManualMovementKind,
  MOVEMENT_ACCOUNTS,
  MOVEMENT_NOTE_MAX,
  mayReferToTransaction,
  preselectedAccount,
} from "@/lib/contract/system-wallet.values";
import { selectOptions } from "@/lib/format";
import {
  createMovementMutation,
  type MovementInput,
  type UpdateMovementInput,
  updateMovementMutation,
} from "@/lib/queries/system-wallet";
import { MovementEditConflict } from "./movement-conflict";
import { MovementPreview } from "./movement-preview";
import { movementDraftName, TRANSFER_KIND_LABELS } from "./wallet-words";

const KIND_OPTIONS = selectOptions(MANUAL_MOVEMENT_KINDS, (kind) => TRANSFER_KIND_LABELS[kind].label);
const DIRECTION_OPTIONS = [
  { value: "increase", label: "Increase the balance" },
  { value: "decrease", label: "Decrease the balance" },
];

// Drops values of hidden fields, which may remain from another kind of transfer.
const clearUnusedFields = (formValues: FieldValues) => ({
  ...formValues,
  account: preselectedAccount(formValues.kind, formValues.account),
  to_account: formValues.kind === "transfer" ? formValues.to_account : null,
  direction: kindAllowsDirection(formValues.kind) ? formValues.direction : null,
  transaction: mayReferToTransaction(formValues) ? formValues.transaction || null : null,
});
const loadCreationSchema = () => import("@/lib/contract/system-wallet").then((module) => module.movementCreation);
const loadUpdateSchema = () => import("@/lib/contract/system-wallet").then((module) => module.movementUpdate);

type Props = { accounts: readonly WalletAccount[]; draft?: MovementDetails; onClose: () => void };

/** Creates a manual transfer as request or draft, or edits `draft`. After a conflict it shows the current draft and keeps the form. */
export function MovementDialog({ accounts, draft, onClose }: Props) {
  const create = useKeyedMutation(createMovementMutation);
  const update = useMutation(updateMovementMutation());
  const { base, newer, latest, captureConflict } = useEditConflict(draft);
  const dialogProps = {
    open: true,
    onOpenChange: onClose,
    consequence: "Nothing moves before another admin approves it.",
    draft: movementDraftName(base?.id),
    valuesOf: clearUnusedFields,
  };
  if (!latest)
    return (
      <FormDialog<MovementInput>
        {...dialogProps}
        title="New manual transfer"
        submitLabel="Save"
        schema={loadCreationSchema}
        defaultValues={{
          kind: "fund",
          to_account: null,
          direction: null,
          amount: null,
          note: "",
          external_reference: "",
          submit: true,
        }}
        onSubmit={async (input) => {
          const { reference, awaiting } = await create.mutateAsync(input);
          toast.success(awaiting ? `${reference} awaits approval.` : `${reference} is saved as a draft.`);
        }}
      >
        <MovementFields accounts={accounts} />
        <CheckboxField name="submit" label="Request approval immediately" hint="Otherwise it is saved as your draft." />
      </FormDialog>
    );
  const save = async (input: UpdateMovementInput) => {
    await update.mutateAsync(input).catch((error: unknown) => {
      // Shows only the API's message if the draft was submitted or deleted elsewhere, because such a draft can't be overwritten.
      if (isApiErrorWithStatus(error, 409) && (error.current as MovementDetails | undefined)?.state !== "draft")
        throw error;
      return captureConflict(error);
    });
    toast.success(`${latest.reference} is changed.`);
  };
  return (
    <FormDialog<UpdateMovementInput>
      {...dialogProps}
      title={`Change ${latest.reference}`}
      submitLabel={newer ? "Overwrite" : "Save draft"}
      schema={loadUpdateSchema}
      fixed={{ movementId: latest.id, version: latest.version }}
      defaultValues={{
        kind: latest.kind as ManualMovementKind,
        account: latest.account,
        to_account: latest.to_account,
        direction: latest.direction,
        transaction: latest.transaction?.reference ?? "",
        amount: latest.amount,
        note: latest.note,
        external_reference: latest.external_reference,
      }}
      onSubmit={save}
    >
      {base && newer && <MovementEditConflict base={base} newer={newer} />}
      <MovementFields accounts={accounts} />
    </FormDialog>
  );
}

const REASON_HINTS: Record<ManualMovementKind, string | undefined> = {
  fund: "Link the payment that this money belongs to. It can then be cleared to its user's wallet.",
  withdraw: "Name the transaction that the money belongs to, so that it is not cleared to a wallet as well.",
  transfer: "Name the transaction that the money belongs to, or whose loss it covers.",
  adjust: undefined,
  clear: undefined,
};

function MovementFields({ accounts }: { accounts: readonly WalletAccount[] }) {
  const kind: ManualMovementKind = useWatch({ name: "kind" });
  const [account, to_account, direction] = useWatch({ name: ["account", "to_account", "direction"] });
  return (
    <>
      <SelectField name="kind" label="What to do" hint={TRANSFER_KIND_LABELS[kind].note} options={KIND_OPTIONS} />
      {MOVEMENT_ACCOUNTS[kind].length > 1 && (
        <SelectField
          name="account"
          label={kind === "transfer" ? "From" : "Account"}
          options={selectOptions(MOVEMENT_ACCOUNTS[kind])}
          placeholder="Choose an account"
        />
      )}
      {kind === "transfer" && (
        <SelectField
          name="to_account"
          label="To"
          nullable
          options={selectOptions(MOVEMENT_ACCOUNTS.transfer)}
          placeholder="Choose an account"
        />
      )}
      {kind === "adjust" && (
        <SelectField
          name="direction"
          label="Direction"
          nullable
          options={DIRECTION_OPTIONS}
          placeholder="Choose a direction"
        />
      )}
      {kind === "clear" && (
        <SelectField
          name="direction"
          label="Which way"
          nullable
          options={[
            // Both "decrease" and "" mean "To the user's wallet" for the API. Uses "decrease" if the form still has it from an
            // adjustment.
            { value: direction === "decrease" ? direction : "", label: "To the user's wallet" },
            { value: "increase", label: "Back from the user's wallet" },
          ]}
        />
      )}
      {mayReferToTransaction({ kind, account, to_account }) && (
        <TextField
          name="transaction"
          label="Reference of the transaction"
          hint={REASON_HINTS[kind]}
          optional={kind !== "clear"}
          autoComplete="off"
          spellCheck={false}
        />
      )}
      <MoneyField name="amount" label="Amount in naira" placeholder="5,000.00" />
      <MovementPreview accounts={accounts} />
      <TextAreaField name="note" label="Reason" hint="Shown to the approver." max={MOVEMENT_NOTE_MAX} rows={2} />
      <TextField
        name="external_reference"
        label="Bank or letter reference"
        optional
        autoComplete="off"
        spellCheck={false}
      />
    </>
  );
}
