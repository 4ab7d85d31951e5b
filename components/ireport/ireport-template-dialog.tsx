"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { type Facts, WhatChanged } from "@/components/common/form/current-version";
import { SelectField, TextField } from "@/components/common/form/fields";
import { FormDialog } from "@/components/common/form/form-dialog";
import { useNewer } from "@/components/common/form/use-newer";
import { SetUpDeleteButton, SetUpDeleteDialog } from "@/components/common/table/set-up-delete";
import { forgetDraft, keepDraft } from "@/lib/client/drafts";
import { newIdempotencyKey } from "@/lib/client/idempotency";
import { toast } from "@/lib/client/toast";
import type { IreportCategory, IreportTemplate } from "@/lib/contract/ireport-set-up";
import { routes } from "@/lib/contract/routes";
import {
  createTemplateMutation,
  deleteTemplateMutation,
  type TemplateInput,
  type TemplateUpdateInput,
  updateTemplateMutation,
} from "@/lib/queries/ireport-set-up";
import { useMay } from "@/lib/queries/rp";
import { categoryOptions, withChosen } from "./ireport-category-words";
import { TemplateTextFields } from "./ireport-template-fields";
import { ALL_CATEGORIES, ALL_STATES } from "./ireport-template-words";
import { STATE_OPTIONS, stateWords } from "./ireport-words";

type Values = TemplateInput & Partial<TemplateUpdateInput>;
const loadCreation = () => import("@/lib/contract/ireport-set-up").then((module) => module.ireportTemplateForm);
const loadUpdate = () => import("@/lib/contract/ireport-set-up").then((module) => module.ireportTemplateUpdateForm);

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

/** Adds a response template, or changes one. A conflict shows what is new and keeps what was typed. */
export function TemplateDialog({ template: now, categories, onClose }: TemplateDialogProps) {
  const { base, newer, keep } = useNewer(now);
  const [key] = useState(newIdempotencyKey);
  const [deleting, setDeleting] = useState(false);
  const draft = `ireport.template:${base?.id ?? "new"}`;
  const close = () => {
    forgetDraft(draft);
    onClose();
  };
  const create = useMutation(createTemplateMutation(key));
  const update = useMutation(updateTemplateMutation());
  const remove = useMutation(deleteTemplateMutation());
  const mayDelete = useMay(routes.ireport.deleteTemplate);
  const latest = newer ?? base;
  const send = async (input: Values) => {
    if (latest) await update.mutateAsync({ ...input, templateId: latest.id, version: latest.version }).catch(keep);
    else await create.mutateAsync(input);
    toast.success(`${input.name} is saved.`);
  };
  const ask = () => {
    keepDraft(draft);
    setDeleting(true);
  };
  return (
    <>
      <FormDialog<Values>
        open={!deleting}
        onOpenChange={close}
        title={base ? `Change ${base.name}` : "New response template"}
        size="lg"
        submitLabel={newer ? "Overwrite" : "Save"}
        schema={base ? loadUpdate : loadCreation}
        fixed={latest && { templateId: latest.id, version: latest.version }}
        draft={draft}
        defaultValues={{
          name: base?.name ?? "",
          text: base?.text ?? "",
          category_id: base?.category?.id ?? "",
          state: base?.state ?? "",
        }}
        onSubmit={send}
      >
        {base && newer && <WhatChanged facts={FACTS} base={base} newer={newer} />}
        <TextField
          name="name"
          label="Name"
          hint="What officers choose it by. Citizens don't see it."
          autoComplete="off"
          maxLength={80}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            name="category_id"
            label="Category"
            placeholder={ALL_CATEGORIES}
            options={withChosen(categoryOptions(categories), base?.category)}
          />
          <SelectField name="state" label="State" placeholder={ALL_STATES} options={STATE_OPTIONS} />
        </div>
        <TemplateTextFields />
        {latest && mayDelete && <SetUpDeleteButton what="template" onDelete={ask} />}
      </FormDialog>
      {latest && deleting && (
        <SetUpDeleteDialog
          record={latest}
          consequence="Officers no longer find it. Texts that were sent with it stay as they are."
          onDelete={({ id, version }) => remove.mutateAsync({ templateId: id, version }).catch(keep)}
          onDone={close}
          onClose={() => setDeleting(false)}
        />
      )}
    </>
  );
}
