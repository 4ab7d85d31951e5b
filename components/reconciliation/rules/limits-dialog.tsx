"use client";

import { ConflictChanges } from "@/components/common/form/current-version";
import { FormDialog } from "@/components/common/form/form-dialog";
import { MoneyField, NumberField } from "@/components/common/form/number-fields";
import { useEditConflict } from "@/components/common/form/use-edit-conflict";
import { toast } from "@/lib/client/toast";
import { useKeyedMutation } from "@/lib/client/use-keyed-mutation";
import type { ReconciliationSettings } from "@/lib/contract/reconciliation-settings";
import {
  type ReconciliationSettingsInput,
  updateReconciliationSettingsMutation,
} from "@/lib/queries/reconciliation-rules";
import { MATCHING_LIMIT_DIFF_FIELDS } from "./limit-facts";

const loadSchema = () =>
  import("@/lib/contract/reconciliation-settings").then((module) => module.reconciliationSettingsUpdate);

/** Changes the limits of the matching rules. After an edit conflict it shows the current limits and keeps the form. */
export function ReconciliationLimitsDialog({
  settings,
  onClose,
}: {
  settings: ReconciliationSettings;
  onClose: () => void;
}) {
  const { base, newer, latest, captureConflict } = useEditConflict(settings);
  const { mutateAsync } = useKeyedMutation(updateReconciliationSettingsMutation);
  const { starts_on: _, closed_until: __, version: ___, ...values } = settings;
  return (
    <FormDialog<ReconciliationSettingsInput>
      open
      onOpenChange={onClose}
      title="Change the limits"
      consequence="New days also apply to items that are not matched yet. Matches and closed days stay."
      submitLabel={newer ? "Overwrite" : "Save"}
      schema={loadSchema}
      fixed={{ version: latest.version }}
      draft="reconciliation.limits"
      defaultValues={values}
      onSubmit={async (input) => {
        await mutateAsync(input).catch(captureConflict);
        toast.success("The limits are changed.");
      }}
    >
      {newer && <ConflictChanges facts={MATCHING_LIMIT_DIFF_FIELDS} base={base} newer={newer} />}
      <MoneyField
        name="amount_limit"
        label="Difference in amount, in naira"
        hint="Largest difference of two items of the same payment, such as a bank fee. They are not matched before the difference is posted."
      />
      <NumberField
        name="day_limit"
        label="Difference in days"
        hint="Between a bank line and an entry without a common reference."
      />
      <NumberField name="name_limit" label="Similarity of names in percent" />
      <NumberField name="provider_days" label="Working days until a payment is in a settlement" />
      <NumberField name="bank_days" label="Working days until a settlement is at the bank" />
      <NumberField name="remittance_days" label="Working days until a bill or tax is remitted" />
      <NumberField name="movement_days" label="Working days until a manual transfer is at the bank" />
      <MoneyField name="write_off_limit" label="Highest write-off in naira" />
      <MoneyField
        name="unexplained_limit"
        label="Unexplained when a day is closed, in naira"
        hint="Largest sum of exceptions with which a day may be closed."
      />
    </FormDialog>
  );
}
