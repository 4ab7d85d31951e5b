"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { CheckboxField, TextField } from "@/components/common/form/fields";
import { FormDialog } from "@/components/common/form/form-dialog";
import { IconField } from "@/components/common/form/icon-field";
import { useNewer } from "@/components/common/form/use-newer";
import { SetUpDeleteButton, SetUpDeleteDialog } from "@/components/common/table/set-up-delete";
import { forgetDraft, keepDraft } from "@/lib/client/drafts";
import { newIdempotencyKey } from "@/lib/client/idempotency";
import { toast } from "@/lib/client/toast";
import { allows, needs } from "@/lib/contract/access";
import { IREPORT_ICONS } from "@/lib/contract/ireport.values";
import type { IreportCategory } from "@/lib/contract/ireport-set-up";
import { routes } from "@/lib/contract/routes";
import {
  type CategoryInput,
  type CategoryUpdateInput,
  createCategoryMutation,
  deleteCategoryMutation,
  updateCategoryMutation,
} from "@/lib/queries/ireport-set-up";
import { accessQuery, useMay } from "@/lib/queries/rp";
import { CategoryConflict } from "./ireport-category-conflict";
import { HoursFields, PlaceFields } from "./ireport-category-fields";
import { IreportCategoryIcon } from "./ireport-category-icon";
import { inUseWords } from "./ireport-category-words";

type Values = CategoryInput & Partial<CategoryUpdateInput>;
const loadCreation = () => import("@/lib/contract/ireport-set-up").then((module) => module.ireportCategoryForm);
const loadUpdate = () => import("@/lib/contract/ireport-set-up").then((module) => module.ireportCategoryUpdateForm);

const EMPTY = {
  name: "",
  parent_id: "",
  department_id: "",
  target_hours: 168,
  submitted_hours: 24,
  acknowledged_hours: 48,
  in_progress_hours: 96,
  active: true,
  private: false,
};

type CategoryDialogProps = { category?: IreportCategory; all: readonly IreportCategory[]; onClose: () => void };

/**
 * Adds a category, or changes and moves one; its reports and their history go with it. When somebody else was faster, it
 * shows what they changed, keeps everything typed here, and saves over theirs only after that was shown.
 */
export function CategoryDialog({ category: now, all, onClose }: CategoryDialogProps) {
  const { base, newer, keep } = useNewer(now);
  const [key] = useState(newIdempotencyKey);
  const [deleting, setDeleting] = useState(false);
  const draft = `ireport.category:${base?.id ?? "new"}`;
  const close = () => {
    forgetDraft(draft);
    onClose();
  };
  const create = useMutation(createCategoryMutation(key));
  const update = useMutation(updateCategoryMutation());
  const remove = useMutation(deleteCategoryMutation());
  const mayHide = allows(useQuery(accessQuery()).data?.features ?? [], needs("iReports", "approve"));
  const latest = newer ?? base;
  const below = all.filter(({ parent_id }) => parent_id === base?.id && base !== undefined).length;
  const send = async (input: Values) => {
    if (latest) await update.mutateAsync({ ...input, categoryId: latest.id, version: latest.version }).catch(keep);
    else await create.mutateAsync(input);
    toast.success(`${input.name} is saved.`);
  };
  return (
    <>
      <FormDialog<Values>
        open={!deleting}
        onOpenChange={close}
        title={base ? `Change ${base.name}` : "New category"}
        size="lg"
        consequence={base && "New targets apply to reports that come in, and to states that begin, from now on."}
        submitLabel={newer ? "Overwrite" : "Save"}
        schema={base ? loadUpdate : loadCreation}
        fixed={{
          ...(latest && { categoryId: latest.id, version: latest.version }),
          // A parent stays on the first level, and who may not hide a category leaves it as it is.
          ...(below > 0 && { parent_id: null }),
          ...(!mayHide && { private: latest?.private ?? false }),
        }}
        draft={draft}
        defaultValues={
          base
            ? {
                name: base.name,
                parent_id: base.parent_id ?? "",
                department_id: base.department?.id ?? "",
                target_hours: base.target_hours,
                submitted_hours: base.submitted_hours,
                acknowledged_hours: base.acknowledged_hours,
                in_progress_hours: base.in_progress_hours,
                icon: base.icon,
                active: base.active,
                private: base.private,
              }
            : EMPTY
        }
        onSubmit={send}
      >
        {base && newer && <CategoryConflict base={base} newer={newer} all={all} />}
        <TextField name="name" label="Name" autoComplete="off" maxLength={80} />
        <PlaceFields category={base} all={all} below={below} />
        <HoursFields />
        <IconField icons={IREPORT_ICONS} picture={(icon) => <IreportCategoryIcon icon={icon} className="size-5" />} />
        <CheckboxField
          name="active"
          label="Active"
          hint="Only active categories are offered to citizens. Reports in an inactive one stay where they are."
        />
        {mayHide && (
          <CheckboxField
            name="private"
            label="Private"
            hint="Only admins with approval rights and a report's owner see its reports. For everyone else they are left out of figures, search and exports."
          />
        )}
        {latest && <DeleteCategory category={latest} below={below} onDelete={() => ask(draft, setDeleting)} />}
      </FormDialog>
      {latest && deleting && (
        <SetUpDeleteDialog
          record={latest}
          consequence="It is used nowhere yet. It can't be brought back; a new one can be added."
          onDelete={({ id, version }) => remove.mutateAsync({ categoryId: id, version }).catch(keep)}
          onDone={close}
          onClose={() => setDeleting(false)}
        />
      )}
    </>
  );
}

function ask(draft: string, setDeleting: (deleting: boolean) => void) {
  keepDraft(draft);
  setDeleting(true);
}

type DeleteCategoryProps = { category: IreportCategory; below: number; onDelete: () => void };

function DeleteCategory({ category, below, onDelete }: DeleteCategoryProps) {
  const mayDelete = useMay(routes.ireport.deleteCategory);
  const used = inUseWords(category, below);
  if (!mayDelete) return null;
  return (
    <SetUpDeleteButton
      what="category"
      inUse={used && `Can't be deleted: in use by ${used}. Make it inactive instead.`}
      onDelete={onDelete}
    />
  );
}
