"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { ConfirmDialog } from "@/components/common/form/confirm-dialog";
import { CheckboxField, SelectField, TextField } from "@/components/common/form/fields";
import { FormDialog } from "@/components/common/form/form-dialog";
import { Button } from "@/components/ui/button";
import { isStatus } from "@/lib/client/api-error";
import { forgetDraft, keepDraft } from "@/lib/client/drafts";
import { toast } from "@/lib/client/toast";
import { parseNaira } from "@/lib/contract/money.values";
import { routes } from "@/lib/contract/routes";
import type { PaymentMethod } from "@/lib/contract/transaction";
import { feeOf } from "@/lib/contract/transaction.values";
import { formatMoney } from "@/lib/format";
import { useMay } from "@/lib/queries/rp";
import {
  createMethodMutation,
  deleteMethodMutation,
  type MethodInput,
  type MethodUpdateInput,
  updateMethodMutation,
} from "@/lib/queries/transaction";
import { MethodConflict } from "./method-conflict";
import { CHANNEL_OPTIONS, PROVIDER_OPTIONS } from "./transaction-words";

type Values = MethodInput & Partial<MethodUpdateInput>;
const loadCreation = () => import("@/lib/contract/transaction").then((module) => module.methodForm);
const loadUpdate = () => import("@/lib/contract/transaction").then((module) => module.methodUpdateForm);

const naira = (kobo: number) => formatMoney(kobo, "");

const USED = "Can't change: already used. Create a new method and disable this one instead.";
const stays = ({ channel, provider }: PaymentMethod) => ({ channel, provider });

/**
 * Adds a payment method, or changes one; what was charged before stays as it was. When somebody else was faster, it shows
 * what they changed, keeps everything typed here, and saves over theirs only after that was shown.
 */
export function MethodDialog({ method: now, onClose }: { method?: PaymentMethod; onClose: () => void }) {
  // What the person began with: the list behind the form may be read anew meanwhile.
  const [method] = useState(now);
  const [newer, setNewer] = useState<PaymentMethod | null>(null);
  const [deleting, setDeleting] = useState(false);
  const draft = `transaction.method:${method?.id ?? "new"}`;
  const close = () => {
    forgetDraft(draft);
    onClose();
  };
  const isUsed = method?.is_used;
  const create = useMutation(createMethodMutation());
  const update = useMutation(updateMethodMutation());
  const showNewer = (error: unknown) => {
    if (isStatus(error, 409) && error.current) setNewer(error.current as PaymentMethod);
    throw error;
  };
  const send = async (input: Values) => {
    if (method) {
      const { methodId = method.id, version: made = method.version, code: _, ...rest } = input;
      await update.mutateAsync({ ...rest, methodId, version: made }).catch(showNewer);
    } else await create.mutateAsync(input);
    toast.success(`${input.name} is saved.`);
  };
  const askDeletion = () => {
    keepDraft(draft);
    setDeleting(true);
  };
  return (
    <>
      <FormDialog<Values>
        open={!deleting}
        onOpenChange={close}
        title={method ? `Change ${method.name}` : "New payment method"}
        consequence="Applies to new payments. Earlier payments don't change."
        submitLabel={newer ? "Overwrite" : "Save"}
        schema={method ? loadUpdate : loadCreation}
        fixed={method && { methodId: method.id, version: (newer ?? method).version, ...(isUsed && stays(method)) }}
        draft={draft}
        defaultValues={
          method
            ? {
                name: method.name,
                channel: method.channel,
                provider: method.provider,
                min_amount: naira(method.min_amount),
                max_amount: naira(method.max_amount),
                fee_flat: naira(method.fee.flat),
                fee_basis_points: method.fee.basis_points,
                fee_cap: method.fee.cap === null ? "" : naira(method.fee.cap),
                position: method.position,
                enabled: method.enabled,
              }
            : {
                code: "",
                name: "",
                provider: "simulated",
                fee_flat: "",
                fee_basis_points: 0,
                fee_cap: "",
                position: 10,
                enabled: true,
              }
        }
        onSubmit={send}
      >
        {method && newer && <MethodConflict base={method} newer={newer} />}
        {!method && (
          <TextField
            name="code"
            label="Code"
            hint="Small letters, digits, underscores; it stays."
            autoComplete="off"
            spellCheck={false}
          />
        )}
        <TextField name="name" label="Name" autoComplete="off" />
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            name="channel"
            label="Channel"
            options={CHANNEL_OPTIONS}
            placeholder="Choose a channel"
            disabled={isUsed}
            hint={isUsed ? USED : undefined}
          />
          <SelectField
            name="provider"
            label="Provider"
            options={PROVIDER_OPTIONS}
            disabled={isUsed}
            hint={isUsed ? USED : undefined}
          />
          <TextField name="min_amount" label="Minimum in naira" inputMode="decimal" autoComplete="off" />
          <TextField name="max_amount" label="Maximum in naira" inputMode="decimal" autoComplete="off" />
          <TextField name="fee_flat" label="Flat fee in naira" optional inputMode="decimal" autoComplete="off" />
          <TextField
            name="fee_basis_points"
            label="Fee in hundredths of a percent"
            inputMode="numeric"
            autoComplete="off"
          />
          <TextField name="fee_cap" label="Fee cap in naira" optional inputMode="decimal" autoComplete="off" />
          <TextField name="position" label="Display order" inputMode="numeric" autoComplete="off" />
        </div>
        <FeeExample />
        <CheckboxField name="enabled" label="Enabled" hint="Only enabled methods are offered in the app." />
        {method && <DeleteButton method={newer ?? method} onDelete={askDeletion} />}
      </FormDialog>
      {method && deleting && (
        <DeleteDialog method={newer ?? method} onFailed={showNewer} onDone={close} onClose={() => setDeleting(false)} />
      )}
    </>
  );
}

/** The fee of an example charge, by the same code as the charge itself. */
function FeeExample() {
  const [amount, setAmount] = useState("10,000");
  const [flat, points, cap] = useWatch({ name: ["fee_flat", "fee_basis_points", "fee_cap"] });
  const kobo = parseNaira(amount);
  const read = (typed: unknown) => (typed === "" || typed === undefined ? 0 : parseNaira(String(typed)));
  const [flatKobo, capKobo] = [read(flat), read(cap)];
  const basisPoints = /^\d{1,5}$/.test(String(points)) ? Number(points) : null;
  const isWhole = kobo && flatKobo !== null && capKobo !== null && basisPoints !== null;
  const fee = isWhole ? feeOf({ flat: flatKobo, basis_points: basisPoints, cap: capKobo || null }, kobo) : null;
  return (
    <div className="rounded-md bg-sunken px-4 py-3 text-sm">
      <label className="flex flex-wrap items-center gap-x-2">
        <span className="text-muted">A charge of ₦</span>
        <input
          value={amount}
          onChange={(event) => setAmount(event.target.value)}
          // A calculation aside: Enter in it saves nothing.
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

function DeleteButton({ method, onDelete }: { method: PaymentMethod; onDelete: () => void }) {
  const mayDelete = useMay(routes.transaction.deleteMethod);
  if (!mayDelete) return null;
  if (method.is_used) return <p className="text-sm text-muted">It was used, so it can be disabled, but not deleted.</p>;
  return (
    <Button variant="ghost" size="sm" onClick={onDelete}>
      Delete this payment method
    </Button>
  );
}

type DeleteProps = {
  method: PaymentMethod;
  /** Throws what it is given: the form shows what changed meanwhile. */
  onFailed: (error: unknown) => never;
  onDone: () => void;
  onClose: () => void;
};

function DeleteDialog({ method: now, onFailed, onDone, onClose }: DeleteProps) {
  // What was asked about: what somebody else made of it is deleted only after the form has shown it.
  const [method] = useState(now);
  const { mutateAsync } = useMutation(deleteMethodMutation());
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Delete ${method.name}?`}
      consequence="Nothing was paid with it yet. It can't be brought back; a new one can be made."
      confirmLabel="Delete"
      tone="danger"
      onConfirm={async () => {
        await mutateAsync({ methodId: method.id, version: method.version }).catch(onFailed);
        toast.success(`${method.name} is deleted.`);
        onDone();
      }}
    />
  );
}
