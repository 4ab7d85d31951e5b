"use client";

import type { ComparedFields } from "@/components/common/form/current-version";
import { SelectField, TextField } from "@/components/common/form/fields";
import { RecordDialog } from "@/components/common/form/record-dialog";
import type { Language } from "@/lib/contract/app-config-languages";
import { createLanguageMutation, updateLanguageMutation } from "@/lib/queries/languages";
import { TEXT_DIRECTION_OPTIONS, textDirectionLabel } from "./language-words";

const loadSchemas = () => import("@/lib/contract/app-config-languages");
const loadCreationSchema = () => loadSchemas().then((module) => module.languageCreation);
const loadUpdateSchema = () => loadSchemas().then((module) => module.languageUpdate);

const LANGUAGE_DIFF_FIELDS: ComparedFields<Language> = [
  ["Name", ({ name }) => name],
  ["Direction", ({ direction }) => textDirectionLabel(direction)],
];

/** Adds or renames a language. After an edit conflict it shows the current version and keeps the form. */
export function LanguageDialog({ language, onClose }: { language?: Language; onClose: () => void }) {
  return (
    <RecordDialog
      record={language}
      what="language"
      title={language && `Rename ${language.name}`}
      consequence={language ? undefined : "The app offers it immediately. Missing texts are shown in English."}
      draft={`appConfig.language:${language?.code ?? "new"}`}
      schemas={{ create: loadCreationSchema, update: loadUpdateSchema }}
      reference={({ code, version }) => ({ code, version })}
      values={(base) => ({ code: base?.code ?? "", name: base?.name ?? "", direction: base?.direction ?? "ltr" })}
      facts={LANGUAGE_DIFF_FIELDS}
      create={createLanguageMutation}
      update={updateLanguageMutation}
      onClose={onClose}
    >
      <TextField
        name="name"
        label="Name"
        hint="Its name in the language itself, such as Efik."
        autoComplete="off"
        maxLength={60}
      />
      {!language && (
        <TextField
          name="code"
          label="Code"
          hint="Two or three lowercase letters (ISO 639), such as efi. It can't be changed later."
          autoComplete="off"
          spellCheck={false}
          maxLength={12}
        />
      )}
      <SelectField name="direction" label="Direction" options={TEXT_DIRECTION_OPTIONS} />
    </RecordDialog>
  );
}
