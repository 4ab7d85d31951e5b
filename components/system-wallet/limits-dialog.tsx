"use client";

import { DateField } from "@/components/common/form/date-field";
import { TextAreaField } from "@/components/common/form/fields";
import { FormDialog } from "@/components/common/form/form-dialog";
import { MoneyField } from "@/components/common/form/number-fields";
import { toast } from "@/lib/client/toast";
import { useKeyedMutation } from "@/lib/client/use-keyed-mutation";
import { MOVEMENT_NOTE_MAX } from "@/lib/contract/system-wallet.values";
import type { LimitsOfTier } from "@/lib/contract/tier-limits";
import { lagosDay } from "@/lib/format";
import { type ChangeTierLimitsInput, changeTierLimitsMutation } from "@/lib/queries/system-wallet";
import { tierLimitsDraftName } from "./wallet-words";

const loadSchema = () => import("@/lib/contract/tier-limits").then((module) => module.tierLimitsChange);

type Props = { limits: LimitsOfTier; onClose: () => void };

/** Requests new spending and balance limits of a user tier. */
export function TierLimitsDialog({ limits: { id, tier, now }, onClose }: Props) {
  const { mutateAsync } = useKeyedMutation(changeTierLimitsMutation);
  return (
    <FormDialog<ChangeTierLimitsInput>
      open
      onOpenChange={onClose}
      title={`Change the limits of tier ${tier}`}
      consequence="Nothing changes before another admin approves it. Existing balances stay: the limits are checked when money moves."
      submitLabel="Request approval"
      schema={loadSchema}
      fixed={{ tierId: id }}
      draft={tierLimitsDraftName(id)}
      defaultValues={{ daily_debit: now.daily_debit, balance: now.balance, starts_on: "", reason: "" }}
      onSubmit={async (input) => {
        await mutateAsync(input);
        toast.success(`The limits of tier ${tier} await approval.`);
      }}
    >
      <MoneyField
        name="daily_debit"
        label="Daily limit in naira"
        hint="Maximum that may leave a wallet in a day, including fees."
      />
      <MoneyField name="balance" label="Highest balance in naira" hint="Empty: no limit." optional />
      <DateField name="starts_on" label="First day" min={lagosDay(Date.now())} />
      <TextAreaField name="reason" label="Reason" hint="Shown to the approver." max={MOVEMENT_NOTE_MAX} rows={3} />
    </FormDialog>
  );
}
