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
import type { Language } from "@/lib/contract/app-config-languages";
import {
  createLanguageMutation,
  type LanguageInput,
  type LanguageUpdateInput,
  updateLanguageMutation,
} from "@/lib/queries/languages";
import { DIRECTION_OPTIONS, directionWords } from "./language-words";

type Values = LanguageInput & Partial<LanguageUpdateInput>;
const load = () => import("@/lib/contract/app-config-languages");
const loadCreation = () => load().then((module) => module.languageCreation);
const loadUpdate = () => load().then((module) => module.languageUpdate);

const FACTS: Facts<Language> = [
  ["Name", ({ name }) => name],
  ["Direction", ({ direction }) => directionWords(direction)],
];

/** Adds a language, or renames one. A conflict shows what is new and keeps what was typed. */
export function LanguageDialog({ language, onClose }: { language?: Language; onClose: () => void }) {
  const { base, newer, keep } = useNewer(language);
  const [key] = useState(newIdempotencyKey);
  const draft = `appConfig.language:${base?.code ?? "new"}`;
  const create = useMutation(createLanguageMutation(key));
  const update = useMutation(updateLanguageMutation());
  const latest = newer ?? base;
  const close = () => {
    forgetDraft(draft);
    onClose();
  };
  const send = async (input: Values) => {
    if (latest) await update.mutateAsync({ ...input, code: latest.code, version: latest.version }).catch(keep);
    else await create.mutateAsync(input);
    toast.success(`${input.name} is saved.`);
  };
  return (
    <FormDialog<Values>
      open
      onOpenChange={close}
      title={base ? `Rename ${base.name}` : "New language"}
      consequence={base ? undefined : "The app offers it at once. Texts that are missing are shown in English."}
      submitLabel={newer ? "Overwrite" : "Save"}
      schema={base ? loadUpdate : loadCreation}
      fixed={latest && { code: latest.code, version: latest.version }}
      draft={draft}
      defaultValues={{ code: base?.code ?? "", name: base?.name ?? "", direction: base?.direction ?? "ltr" }}
      onSubmit={send}
    >
      {base && newer && <WhatChanged facts={FACTS} base={base} newer={newer} />}
      <TextField
        name="name"
        label="Name"
        hint="As its speakers call it, such as Efik."
        autoComplete="off"
        maxLength={60}
      />
      {!base && (
        <TextField
          name="code"
          label="Code"
          hint="Two or three small letters (ISO 639), such as efi. It can't be changed later."
          autoComplete="off"
          spellCheck={false}
          maxLength={12}
        />
      )}
      <SelectField name="direction" label="Direction" options={DIRECTION_OPTIONS} />
    </FormDialog>
  );
}
