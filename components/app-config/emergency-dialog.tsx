"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { type Facts, WhatChanged } from "@/components/common/form/current-version";
import { SelectField, TextField } from "@/components/common/form/fields";
import { FormDialog } from "@/components/common/form/form-dialog";
import { useNewer } from "@/components/common/form/use-newer";
import { forgetDraft } from "@/lib/client/drafts";
import { newIdempotencyKey } from "@/lib/client/idempotency";
import { toast } from "@/lib/client/toast";
import type { EmergencyNumber } from "@/lib/contract/app-config-numbers";
import {
  createEmergencyNumberMutation,
  type EmergencyNumberInput,
  type EmergencyNumberUpdateInput,
  updateEmergencyNumberMutation,
} from "@/lib/queries/emergency-numbers";
import { CATEGORY_OPTIONS, categoryWords, LGA_OPTIONS, WHOLE_STATE } from "./emergency-words";

type Values = EmergencyNumberInput & Partial<EmergencyNumberUpdateInput>;
const loadCreation = () => import("@/lib/contract/app-config-numbers").then((module) => module.emergencyNumberForm);
const loadUpdate = () => import("@/lib/contract/app-config-numbers").then((module) => module.emergencyNumberUpdateForm);

const FACTS: Facts<EmergencyNumber> = [
  ["Name", ({ name }) => name],
  ["Number", ({ number }) => number],
  ["Category", ({ category }) => categoryWords(category)],
  ["Place", ({ lga }) => lga ?? WHOLE_STATE],
];

/** Adds an emergency number, or changes one. A conflict shows what is new and keeps what was typed. */
export function EmergencyDialog({ number: now, onClose }: { number?: EmergencyNumber; onClose: () => void }) {
  const { base, newer, keep } = useNewer(now);
  const [key] = useState(newIdempotencyKey);
  const draft = `appConfig.emergencyNumber:${base?.id ?? "new"}`;
  const create = useMutation(createEmergencyNumberMutation(key));
  const update = useMutation(updateEmergencyNumberMutation());
  const latest = newer ?? base;
  const close = () => {
    forgetDraft(draft);
    onClose();
  };
  const send = async (input: Values) => {
    if (latest) await update.mutateAsync({ ...input, numberId: latest.id, version: latest.version }).catch(keep);
    else await create.mutateAsync(input);
    toast.success(`${input.name} is saved.`);
  };
  return (
    <FormDialog<Values>
      open
      onOpenChange={close}
      title={base ? `Change ${base.name}` : "New emergency number"}
      submitLabel={newer ? "Overwrite" : "Save"}
      schema={base ? loadUpdate : loadCreation}
      fixed={latest && { numberId: latest.id, version: latest.version }}
      draft={draft}
      defaultValues={{
        name: base?.name ?? "",
        number: base?.number ?? "",
        category: base?.category ?? "",
        lga: base?.lga ?? "",
      }}
      onSubmit={send}
    >
      {base && newer && <WhatChanged facts={FACTS} base={base} newer={newer} />}
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
        hint={base ? "A changed number must be verified again." : "Short codes such as 112 are allowed."}
        type="tel"
        autoComplete="off"
        maxLength={24}
      />
      <SelectField name="category" label="Category" placeholder="Choose a category" options={CATEGORY_OPTIONS} />
      <SelectField name="lga" label="Place" placeholder={WHOLE_STATE} options={LGA_OPTIONS} />
    </FormDialog>
  );
}
