"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { CheckboxField, SelectField, TextField } from "@/components/common/form/fields";
import { MoneyField, NumberField, PercentField } from "@/components/common/form/number-fields";
import { RecordDialog } from "@/components/common/form/record-dialog";
import { parseNaira } from "@/lib/contract/money.values";
import { routes } from "@/lib/contract/routes";
import type { PaymentMethod } from "@/lib/contract/transaction";
import { calculateFee } from "@/lib/contract/transaction.values";
import { formatMoney } from "@/lib/format";
import { useAccess } from "@/lib/queries/rp";
import {
  createPaymentMethodMutation,
  deletePaymentMethodMutation,
  paymentMethodListQuery,
  updatePaymentMethodMutation,
} from "@/lib/queries/transaction";
import { PAYMENT_METHOD_DIFF_FIELDS } from "./method-facts";
import { PAYMENT_CHANNEL_OPTIONS, PAYMENT_PROVIDER_OPTIONS } from "./transaction-words";

const loadCreationSchema = () => import("@/lib/contract/transaction").then((module) => module.paymentMethodCreation);
const loadUpdateSchema = () => import("@/lib/contract/transaction").then((module) => module.paymentMethodUpdate);

const USED_METHOD_NOTE = "Can't change: already used. Create a new method and disable this one instead.";
const EMPTY_METHOD = {
  code: "",
  name: "",
  min_amount: null,
  max_amount: null,
  fee_flat: 0,
  fee_basis_points: 0,
  fee_cap: null,
  position: 10,
  enabled: true,
} as const;

type MethodDialogProps = {
  method?: PaymentMethod;
  onClose: () => void;
  /** Called when a deletion starts ("going"), fails, or is done ("gone"). */
  onDelete?: (step: "going" | "failed" | "gone") => void;
};

/**
 * Adds or edits a payment method; earlier charges stay unchanged. After a conflict it shows the current version and keeps the form; only
 * then can a save overwrite the other admin's changes.
 */
export function PaymentMethodDialog({ method: initialMethod, onClose, onDelete }: MethodDialogProps) {
  // Keeps the payment method as it was when the form opened, because the list behind it may refetch.
  const [method] = useState(initialMethod);
  const { data: offeredProviders } = useQuery({ ...paymentMethodListQuery(), select: ({ providers }) => providers });
  const providers = PAYMENT_PROVIDER_OPTIONS.filter(
    ({ value }) => value === method?.provider || (offeredProviders?.includes(value) ?? method === undefined),
  );
  const mayDelete = useAccess(routes.transaction.deleteMethod);
  const lockReason = method?.is_used ? USED_METHOD_NOTE : undefined;
  return (
    <RecordDialog
      record={method}
      what="payment method"
      consequence="Applies to new payments. Earlier payments don't change."
      draft={`transaction.method:${method?.id ?? "new"}`}
      schemas={{ create: loadCreationSchema, update: loadUpdateSchema }}
      reference={({ id, version }) => ({ methodId: id, version })}
      fixed={() => (method?.is_used ? { channel: method.channel, provider: method.provider } : {})}
      values={(stored) =>
        stored
          ? {
              name: stored.name,
              channel: stored.channel,
              provider: stored.provider,
              min_amount: stored.min_amount,
              max_amount: stored.max_amount,
              fee_flat: stored.fee.flat,
              fee_basis_points: stored.fee.basis_points,
              fee_cap: stored.fee.cap,
              position: stored.position,
              enabled: stored.enabled,
            }
          : EMPTY_METHOD
      }
      facts={PAYMENT_METHOD_DIFF_FIELDS}
      create={createPaymentMethodMutation}
      update={updatePaymentMethodMutation}
      remove={
        mayDelete && {
          mutation: () => ({
            ...deletePaymentMethodMutation(),
            onMutate: () => onDelete?.("going"),
            onError: () => onDelete?.("failed"),
            onSuccess: () => onDelete?.("gone"),
          }),
          consequence: "Nothing was paid with it yet. It can't be restored; a new one can be added.",
          inUse: ({ is_used }) => (is_used ? "It was used, so it can be disabled, but not deleted." : undefined),
        }
      }
      onClose={onClose}
    >
      {!method && (
        <TextField
          name="code"
          label="Code"
          hint="Lowercase letters, digits, underscores. It can't be changed later."
          autoComplete="off"
          spellCheck={false}
        />
      )}
      <TextField name="name" label="Name" autoComplete="off" />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          name="channel"
          label="Channel"
          options={PAYMENT_CHANNEL_OPTIONS}
          placeholder="Choose a channel"
          disabled={method?.is_used}
          hint={lockReason}
        />
        <SelectField
          name="provider"
          label="Provider"
          options={providers}
          placeholder="Choose a provider"
          disabled={method?.is_used}
          hint={lockReason}
        />
        <MoneyField name="min_amount" label="Minimum in naira" />
        <MoneyField name="max_amount" label="Maximum in naira" />
        <MoneyField name="fee_flat" label="Flat fee in naira" optional empty={0} />
        <PercentField name="fee_basis_points" label="Fee in percent" optional empty={0} placeholder="1.5" />
        <MoneyField name="fee_cap" label="Fee cap in naira" optional />
        <NumberField name="position" label="Display order" />
      </div>
      <FeeExample />
      <CheckboxField name="enabled" label="Enabled" hint="Only enabled methods are offered in the app." />
    </RecordDialog>
  );
}

/** Calculates the fee of an example charge with the function that also calculates real charges. */
function FeeExample() {
  const [amount, setAmount] = useState("10,000");
  const [flat, points, cap] = useWatch({ name: ["fee_flat", "fee_basis_points", "fee_cap"] });
  const kobo = parseNaira(amount);
  const isReadable = [flat, points, cap ?? 0].every((value) => typeof value === "number");
  const fee = kobo && isReadable ? calculateFee({ flat, basis_points: points, cap }, kobo) : null;
  return (
    <div className="rounded-md bg-sunken px-4 py-3 text-sm">
      <label className="flex flex-wrap items-center gap-x-2">
        <span className="text-muted">A charge of ₦</span>
        <input
          value={amount}
          onChange={(event) => setAmount(event.target.value)}
          // Prevents Enter in this calculator from submitting the form.
          onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
          inputMode="decimal"
          className="w-28 rounded-sm border border-control bg-surface px-2 py-1 font-semibold tabular-nums"
        />
      </label>
      <p className="mt-1.5" aria-live="polite">
        {fee === null || !kobo ? (
          <span className="text-muted">Fill in the amounts to see the fee.</span>
        ) : (
          <>
            costs <span className="font-semibold tabular-nums">{formatMoney(fee)}</span>: the user pays{" "}
            <span className="font-semibold tabular-nums">{formatMoney(kobo + fee)}</span>.
          </>
        )}
      </p>
    </div>
  );
}
