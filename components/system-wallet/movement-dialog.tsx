"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import type { ZodType } from "zod";
import { CheckboxField, SelectField, TextAreaField, TextField } from "@/components/common/form/fields";
import { FormDialog } from "@/components/common/form/form-dialog";
import { isStatus } from "@/lib/client/api-error";
import { forgetDraft } from "@/lib/client/drafts";
import { newIdempotencyKey } from "@/lib/client/idempotency";
import { toast } from "@/lib/client/toast";
import type { SystemAccount } from "@/lib/contract/ledger.values";
import type { MovementSingle, WalletAccount } from "@/lib/contract/system-wallet";
import {
  ACCOUNTS_OF,
  accountFor,
  MANUAL_KINDS,
  type ManualKind,
  mayHaveDirection,
  mayNameTransaction,
  NOTE_MAX,
} from "@/lib/contract/system-wallet.values";
import { formatMoney, titleCase } from "@/lib/format";
import {
  createMovementMutation,
  type MovementInput,
  type MovementUpdateInput,
  updateMovementMutation,
} from "@/lib/queries/system-wallet";
import { MovementConflict } from "./movement-conflict";
import { MovementPreview } from "./movement-preview";
import { KIND_WORDS, movementDraft } from "./wallet-words";

const KINDS = MANUAL_KINDS.map((value) => ({ value, label: KIND_WORDS[value].label }));
const DIRECTIONS = [
  { value: "increase", label: "Increase the balance" },
  { value: "decrease", label: "Decrease the balance" },
];
const optionsOf = (accounts: readonly SystemAccount[]) => accounts.map((value) => ({ value, label: titleCase(value) }));

type Form = MovementInput & Partial<MovementUpdateInput>;

// What was chosen for another kind may still stand in a field that does not show any more.
const fitting = (schema: ZodType) => async () => {
  const { z } = await import("zod");
  return z.preprocess((typed) => {
    const values = typed as Form;
    const { kind } = values;
    return {
      ...values,
      account: accountFor(kind, values.account),
      to_account: kind === "transfer" ? values.to_account || null : null,
      direction: mayHaveDirection(kind) ? values.direction || null : null,
      transaction: mayNameTransaction(values) ? values.transaction || null : null,
    };
  }, schema);
};
const loadSchema = async () => fitting((await import("@/lib/contract/system-wallet")).movementForm)();
const loadUpdateSchema = async () => fitting((await import("@/lib/contract/system-wallet")).movementUpdateForm)();

type Props = { accounts: readonly WalletAccount[]; draft?: MovementSingle; onClose: () => void };

/**
 * Asks for a movement or drafts it; with `draft` it changes that. When the draft was changed elsewhere, it shows what it
 * is now, keeps everything typed here, and saves over it only after that was shown.
 */
export function MovementDialog({ accounts, draft: now, onClose }: Props) {
  const [key] = useState(newIdempotencyKey);
  const create = useMutation(createMovementMutation(key));
  const update = useMutation(updateMovementMutation());
  // What the person began with: the drawer behind the form may be read anew meanwhile.
  const [draft] = useState(now);
  const [newer, setNewer] = useState<MovementSingle | null>(null);
  const name = movementDraft(draft?.id);
  const close = () => {
    forgetDraft(name);
    onClose();
  };
  const send = async (input: Form) => {
    if (draft) {
      const { movementId = draft.id, version: made = draft.version, submit: _, ...rest } = input;
      await update.mutateAsync({ ...rest, movementId, version: made }).catch((error: unknown) => {
        const current = isStatus(error, 409) && (error.current as MovementSingle | undefined);
        // Asked for or dropped meanwhile: there is nothing to save over any more, and the refusal says so.
        if (current && current.state === "draft") setNewer(current);
        throw error;
      });
      toast.success(`${draft.reference} is changed.`);
    } else {
      const movement = await create.mutateAsync(input);
      toast.success(
        movement.awaiting ? `${movement.reference} awaits approval.` : `${movement.reference} is kept as a draft.`,
      );
    }
  };
  return (
    <FormDialog<Form>
      open
      onOpenChange={close}
      title={draft ? `Change ${draft.reference}` : "New manual transfer"}
      consequence="Nothing moves before another admin approves it."
      submitLabel={newer ? "Overwrite" : draft ? "Save draft" : "Save"}
      schema={draft ? loadUpdateSchema : loadSchema}
      fixed={draft && { movementId: draft.id, version: (newer ?? draft).version }}
      draft={name}
      defaultValues={
        draft
          ? {
              kind: draft.kind as ManualKind,
              account: draft.account ?? undefined,
              to_account: draft.to_account,
              direction: draft.direction,
              transaction: draft.transaction?.reference ?? "",
              amount: formatMoney(draft.amount, ""),
              note: draft.note,
              external_reference: draft.external_reference,
            }
          : { kind: "fund", note: "", external_reference: "", amount: "", submit: true }
      }
      onSubmit={send}
    >
      {draft && newer && <MovementConflict base={draft} newer={newer} />}
      <Fields isNew={!draft} accounts={accounts} />
    </FormDialog>
  );
}

const NAMING: Record<ManualKind, string | undefined> = {
  fund: "Link the payment this money belongs to. It can then be cleared to its user's wallet.",
  withdraw: "Name the transaction it was held for, so that nobody clears the same money to a wallet.",
  transfer: "Name the transaction it was held for, or whose loss it bears.",
  adjust: undefined,
  clear: undefined,
};

function Fields({ isNew, accounts }: { isNew: boolean; accounts: readonly WalletAccount[] }) {
  const { kind, account, to_account, direction } = useWatch() as Form;
  return (
    <>
      <SelectField name="kind" label="What to do" hint={KIND_WORDS[kind].note} options={KINDS} />
      {ACCOUNTS_OF[kind].length > 1 && (
        <SelectField
          name="account"
          label={kind === "transfer" ? "From" : "Account"}
          options={optionsOf(ACCOUNTS_OF[kind])}
          placeholder="Choose an account"
        />
      )}
      {kind === "transfer" && (
        <SelectField
          name="to_account"
          label="To"
          options={optionsOf(ACCOUNTS_OF.transfer)}
          placeholder="Choose an account"
        />
      )}
      {kind === "adjust" && (
        <SelectField name="direction" label="Direction" options={DIRECTIONS} placeholder="Choose a direction" />
      )}
      {kind === "clear" && (
        <SelectField
          name="direction"
          label="Which way"
          options={[
            // What was chosen for an adjustment means the same here.
            { value: direction === "decrease" ? direction : "", label: "To the user's wallet" },
            { value: "increase", label: "Back from the user's wallet" },
          ]}
        />
      )}
      {mayNameTransaction({ kind, account, to_account }) && (
        <TextField
          name="transaction"
          label="Reference of the transaction"
          hint={NAMING[kind]}
          optional={kind !== "clear"}
          autoComplete="off"
          spellCheck={false}
        />
      )}
      <TextField name="amount" label="Amount in naira" inputMode="decimal" autoComplete="off" placeholder="5,000.00" />
      <MovementPreview accounts={accounts} />
      <TextAreaField name="note" label="Reason" hint="Shown to the approver." max={NOTE_MAX} rows={2} />
      <TextField
        name="external_reference"
        label="Bank or letter reference"
        optional
        autoComplete="off"
        spellCheck={false}
      />
      {isNew && (
        <CheckboxField name="submit" label="Ask for approval at once" hint="Otherwise it is kept as your draft." />
      )}
    </>
  );
}
