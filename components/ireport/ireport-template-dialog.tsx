"use client";

import type { ComparedFields } from "@/components/common/form/current-version";
import { SelectField, TextField } from "@/components/common/form/fields";
import { RecordDialog } from "@/components/common/form/record-dialog";
import type { IreportCategory, IreportTemplate } from "@/lib/contract/ireport-set-up";
import { routes } from "@/lib/contract/routes";
import {
  createResponseTemplateMutation,
  deleteResponseTemplateMutation,
  updateResponseTemplateMutation,
} from "@/lib/queries/ireport-set-up";
import { useAccess } from "@/lib/queries/rp";
import { categoryOptions, includeSelectedOption } from "./ireport-category-words";
import { ReplyTemplateFields } from "./ireport-template-fields";
import { ALL_CATEGORIES_LABEL, ALL_STATES_LABEL } from "./ireport-template-words";
import { ireportStateLabel, REPORT_STATE_OPTIONS } from "./ireport-words";

const loadNewSchema = () => import("@/lib/contract/ireport-set-up").then((module) => module.ireportTemplateCreation);
const loadUpdateSchema = () => import("@/lib/contract/ireport-set-up").then((module) => module.ireportTemplateUpdate);

const TEMPLATE_DIFF_FIELDS: ComparedFields<IreportTemplate> = [
  ["Name", ({ name }) => name],
  ["Category", ({ category }) => category?.name ?? ALL_CATEGORIES_LABEL],
  ["State", ({ state }) => (state ? ireportStateLabel(state) : ALL_STATES_LABEL)],
  ["Text", ({ text }) => text],
];

type TemplateDialogProps = {
  template?: IreportTemplate;
  categories: readonly IreportCategory[];
  onClose: () => void;
};

/** Adds or edits a reply template. After a conflict it shows the current version and keeps the form. */
export function ReplyTemplateDialog({ template, categories, onClose }: TemplateDialogProps) {
  const mayDelete = useAccess(routes.ireport.deleteTemplate);
  return (
    <RecordDialog
      record={template}
      what="template"
      title={template ? undefined : "New response template"}
      size="lg"
      draft={`ireport.template:${template?.id ?? "new"}`}
      schemas={{ create: loadNewSchema, update: loadUpdateSchema }}
      reference={({ id, version }) => ({ templateId: id, version })}
      values={(stored) => ({
        name: stored?.name ?? "",
        text: stored?.text ?? "",
        category_id: stored?.category?.id ?? null,
        state: stored?.state ?? null,
      })}
      facts={TEMPLATE_DIFF_FIELDS}
      create={createResponseTemplateMutation}
      update={updateResponseTemplateMutation}
      remove={
        mayDelete && {
          mutation: deleteResponseTemplateMutation,
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
          placeholder={ALL_CATEGORIES_LABEL}
          options={includeSelectedOption(categoryOptions(categories), template?.category)}
        />
        <SelectField
          name="state"
          label="State"
          nullable
          placeholder={ALL_STATES_LABEL}
          options={REPORT_STATE_OPTIONS}
        />
      </div>
      <ReplyTemplateFields />
    </RecordDialog>
  );
}
