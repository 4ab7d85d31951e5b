"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Facts, WhatChanged } from "@/components/common/form/current-version";
import { SelectField, TextField } from "@/components/common/form/fields";
import { FormDialog } from "@/components/common/form/form-dialog";
import { useNewer } from "@/components/common/form/use-newer";
import { SetUpDeleteButton, SetUpDeleteDialog } from "@/components/common/table/set-up-delete";
import { forgetDraft, keepDraft } from "@/lib/client/drafts";
import { newIdempotencyKey } from "@/lib/client/idempotency";
import { toast } from "@/lib/client/toast";
import type { IreportDepartment } from "@/lib/contract/ireport-set-up";
import { routes } from "@/lib/contract/routes";
import { ireportAssigneesQuery } from "@/lib/queries/ireport";
import {
  createDepartmentMutation,
  type DepartmentInput,
  type DepartmentUpdateInput,
  deleteDepartmentMutation,
  updateDepartmentMutation,
} from "@/lib/queries/ireport-set-up";
import { useMay } from "@/lib/queries/rp";
import { withChosen } from "./ireport-category-words";

type Values = DepartmentInput & Partial<DepartmentUpdateInput>;
const loadCreation = () => import("@/lib/contract/ireport-set-up").then((module) => module.ireportDepartmentForm);
const loadUpdate = () => import("@/lib/contract/ireport-set-up").then((module) => module.ireportDepartmentUpdateForm);

const FACTS: Facts<IreportDepartment> = [
  ["Name", ({ name }) => name],
  ["Lead", ({ lead }) => lead?.name ?? "Nobody"],
];

type DepartmentDialogProps = { department?: IreportDepartment; onClose: () => void };

/** Adds a department, or changes one and its lead. A conflict shows what is new and keeps what was typed. */
export function DepartmentDialog({ department: now, onClose }: DepartmentDialogProps) {
  const { base, newer, keep } = useNewer(now);
  const [key] = useState(newIdempotencyKey);
  const [deleting, setDeleting] = useState(false);
  const draft = `ireport.department:${base?.id ?? "new"}`;
  const close = () => {
    forgetDraft(draft);
    onClose();
  };
  const create = useMutation(createDepartmentMutation(key));
  const update = useMutation(updateDepartmentMutation());
  const remove = useMutation(deleteDepartmentMutation());
  const mayDelete = useMay(routes.ireport.deleteDepartment);
  const { data: admins = [] } = useQuery(ireportAssigneesQuery());
  const latest = newer ?? base;
  const send = async (input: Values) => {
    if (latest) await update.mutateAsync({ ...input, departmentId: latest.id, version: latest.version }).catch(keep);
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
        title={base ? `Change ${base.name}` : "New department"}
        submitLabel={newer ? "Overwrite" : "Save"}
        schema={base ? loadUpdate : loadCreation}
        fixed={latest && { departmentId: latest.id, version: latest.version }}
        draft={draft}
        defaultValues={{ name: base?.name ?? "", lead_id: base?.lead?.id ?? "" }}
        onSubmit={send}
      >
        {base && newer && <WhatChanged facts={FACTS} base={base} newer={newer} />}
        <TextField name="name" label="Name" autoComplete="off" maxLength={80} />
        <SelectField
          name="lead_id"
          label="Lead"
          placeholder="Nobody"
          options={withChosen(
            admins.map(({ id, name }) => ({ value: id, label: name })),
            base?.lead,
          )}
          hint="Is mailed once about each late report of the department's categories."
        />
        {latest && mayDelete && <SetUpDeleteButton what="department" inUse={usedBy(latest)} onDelete={ask} />}
      </FormDialog>
      {latest && deleting && (
        <SetUpDeleteDialog
          record={latest}
          consequence="No category belongs to it. It can't be brought back; a new one can be added."
          onDelete={({ id, version }) => remove.mutateAsync({ departmentId: id, version }).catch(keep)}
          onDone={close}
          onClose={() => setDeleting(false)}
        />
      )}
    </>
  );
}

function usedBy({ categories }: IreportDepartment): string | undefined {
  if (categories === 0) return undefined;
  const what = categories === 1 ? "1 category belongs" : `${categories} categories belong`;
  return `Can't be deleted: ${what} to it. Give them to another department first.`;
}
