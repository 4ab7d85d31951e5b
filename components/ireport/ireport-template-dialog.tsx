"use client";

import type { Facts } from "@/components/common/form/current-version";
import { SelectField, TextField } from "@/components/common/form/fields";
import { RecordDialog } from "@/components/common/form/record-dialog";
import type { IreportCategory, IreportTemplate } from "@/lib/contract/ireport-set-up";
import { routes } from "@/lib/contract/routes";
import { createTemplateMutation, deleteTemplateMutation, updateTemplateMutation } from "@/lib/queries/ireport-set-up";
import { useMay } from "@/lib/queries/rp";
import { categoryOptions, withChosen } from "./ireport-category-words";
import { TemplateTextFields } from "./ireport-template-fields";
import { ALL_CATEGORIES, ALL_STATES } from "./ireport-template-words";
import { STATE_OPTIONS, stateWords } from "./ireport-words";

const loadCreation = () => import("@/lib/contract/ireport-set-up").then((module) => module.ireportTemplateCreation);
const loadUpdate = () => import("@/lib/contract/ireport-set-up").then((module) => module.ireportTemplateUpdate);

const FACTS: Facts<IreportTemplate> = [
  ["Name", ({ name }) => name],
  ["Category", ({ category }) => category?.name ?? ALL_CATEGORIES],
  ["State", ({ state }) => (state ? stateWords(state) : ALL_STATES)],
  ["Text", ({ text }) => text],
];

type TemplateDialogProps = {
  template?: IreportTemplate;
  categories: readonly IreportCategory[];
  onClose: () => void;
};

/** Adds or edits a response template. After a conflict it shows the current version and keeps the form. */
export function TemplateDialog({ template, categories, onClose }: TemplateDialogProps) {
  const mayDelete = useMay(routes.ireport.deleteTemplate);
  return (
    <RecordDialog
      record={template}
      what="template"
      title={template ? undefined : "New response template"}
      size="lg"
      draft={`ireport.template:${template?.id ?? "new"}`}
      schemas={{ create: loadCreation, update: loadUpdate }}
      reference={({ id, version }) => ({ templateId: id, version })}
      values={(base) => ({
        name: base?.name ?? "",
        text: base?.text ?? "",
        category_id: base?.category?.id ?? null,
        state: base?.state ?? null,
      })}
      facts={FACTS}
      create={createTemplateMutation}
      update={updateTemplateMutation}
      remove={
        mayDelete && {
          mutation: deleteTemplateMutation,
          consequence: "Officers no longer find it. Texts that were sent with it stay as they are.",
        }
      }
      onClose={onClose}
    >
      <TextField
        name="name"
        label="Name"
        hint="Officers choose the template by this name. Citizens don't see it."
        autoComplete="off"
        maxLength={80}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          name="category_id"
          label="Category"
          nullable
          placeholder={ALL_CATEGORIES}
          options={withChosen(categoryOptions(categories), template?.category)}
        />
        <SelectField name="state" label="State" nullable placeholder={ALL_STATES} options={STATE_OPTIONS} />
      </div>
      <TemplateTextFields />
    </RecordDialog>
  );
}
