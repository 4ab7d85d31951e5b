"use client";

import type { ComparedFields } from "@/components/common/form/current-version";
import { SelectField, TextField } from "@/components/common/form/fields";
import { RecordDialog } from "@/components/common/form/record-dialog";
import type { EmergencyNumber } from "@/lib/contract/app-config-emergency-numbers";
import { LGA_OPTIONS } from "@/lib/contract/lgas.values";
import { routes } from "@/lib/contract/routes";
import {
  createEmergencyNumberMutation,
  deleteEmergencyNumberMutation,
  updateEmergencyNumberMutation,
} from "@/lib/queries/emergency-numbers";
import { useAccess } from "@/lib/queries/rp";
import { EMERGENCY_CATEGORY_OPTIONS, emergencyCategoryLabel, WHOLE_STATE_LABEL } from "./emergency-number-words";

const loadCreationSchema = () =>
  import("@/lib/contract/app-config-emergency-numbers").then((module) => module.emergencyNumberCreation);
const loadUpdateSchema = () =>
  import("@/lib/contract/app-config-emergency-numbers").then((module) => module.emergencyNumberUpdate);

const NUMBER_DIFF_FIELDS: ComparedFields<EmergencyNumber> = [
  ["Name", ({ name }) => name],
  ["Number", ({ number }) => number],
  ["Category", ({ category }) => emergencyCategoryLabel(category)],
  ["Place", ({ lga }) => lga ?? WHOLE_STATE_LABEL],
];

/** Adds or edits an emergency number. After an edit conflict it shows the current version and keeps the form. */
export function EmergencyNumberDialog({ number, onClose }: { number?: EmergencyNumber; onClose: () => void }) {
  const mayDelete = useAccess(routes.appConfig.deleteEmergencyNumber);
  return (
    <RecordDialog
      record={number}
      what="emergency number"
      draft={`appConfig.emergencyNumber:${number?.id ?? "new"}`}
      schemas={{ create: loadCreationSchema, update: loadUpdateSchema }}
      reference={({ id, version }) => ({ numberId: id, version })}
      values={(stored) => ({
        name: stored?.name ?? "",
        number: stored?.number ?? "",
        category: stored?.category ?? "",
        lga: stored?.lga ?? null,
      })}
      facts={NUMBER_DIFF_FIELDS}
      create={createEmergencyNumberMutation}
      update={updateEmergencyNumberMutation}
      remove={
        mayDelete && {
          mutation: deleteEmergencyNumberMutation,
          consequence: "It disappears from the app within seconds.",
        }
      }
      onClose={onClose}
    >
      <TextField
        name="name"
        label="Name"
        hint="Who answers, such as Fire service Ikom."
        autoComplete="off"
        maxLength={80}
      />
      <TextField
        name="number"
        label="Number"
        hint={number ? "A changed number must be verified again." : "Short codes such as 112 are allowed."}
        type="tel"
        autoComplete="off"
        maxLength={40}
      />
      <SelectField
        name="category"
        label="Category"
        placeholder="Choose a category"
        options={EMERGENCY_CATEGORY_OPTIONS}
      />
      <SelectField name="lga" label="Place" nullable placeholder={WHOLE_STATE_LABEL} options={LGA_OPTIONS} />
    </RecordDialog>
  );
}
