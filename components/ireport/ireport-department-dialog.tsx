"use client";

import { useQuery } from "@tanstack/react-query";
import type { ComparedFields } from "@/components/common/form/current-version";
import { SelectField, TextField } from "@/components/common/form/fields";
import { RecordDialog } from "@/components/common/form/record-dialog";
import type { IreportDepartment } from "@/lib/contract/ireport-set-up";
import { routes } from "@/lib/contract/routes";
import { adminLabel, pluralize } from "@/lib/format";
import { ireportAssigneesQuery } from "@/lib/queries/ireport";
import {
  createDepartmentMutation,
  deleteDepartmentMutation,
  updateDepartmentMutation,
} from "@/lib/queries/ireport-set-up";
import { useAccess } from "@/lib/queries/rp";
import { includeSelectedOption } from "./ireport-category-words";

const loadNewSchema = () => import("@/lib/contract/ireport-set-up").then((module) => module.ireportDepartmentCreation);
const loadUpdateSchema = () => import("@/lib/contract/ireport-set-up").then((module) => module.ireportDepartmentUpdate);

const DEPARTMENT_DIFF_FIELDS: ComparedFields<IreportDepartment> = [
  ["Name", ({ name }) => name],
  ["Lead", ({ lead }) => (lead ? adminLabel(lead) : "Nobody")],
];

type DepartmentDialogProps = { department?: IreportDepartment; onClose: () => void };

/** Adds or edits a department and its lead. After a conflict it shows the current version and keeps the form. */
export function DepartmentDialog({ department, onClose }: DepartmentDialogProps) {
  const mayDelete = useAccess(routes.ireport.deleteDepartment);
  const { data: admins = [] } = useQuery(ireportAssigneesQuery());
  return (
    <RecordDialog
      record={department}
      what="department"
      draft={`ireport.department:${department?.id ?? "new"}`}
      schemas={{ create: loadNewSchema, update: loadUpdateSchema }}
      reference={({ id, version }) => ({ departmentId: id, version })}
      values={(stored) => ({ name: stored?.name ?? "", lead_id: stored?.lead?.id ?? null })}
      facts={DEPARTMENT_DIFF_FIELDS}
      create={createDepartmentMutation}
      update={updateDepartmentMutation}
      remove={
        mayDelete && {
          mutation: deleteDepartmentMutation,
          consequence: "No category belongs to it. It can't be restored; a new one can be added.",
          inUse: usageText,
        }
      }
      onClose={onClose}
    >
      <TextField name="name" label="Name" autoComplete="off" maxLength={80} />
      <SelectField
        name="lead_id"
        label="Lead"
        nullable
        placeholder="Nobody"
        options={includeSelectedOption(
          admins.map((admin) => ({ value: admin.id, label: adminLabel(admin) })),
          department?.lead && { id: department.lead.id, name: adminLabel(department.lead) },
        )}
        hint="Gets one mail about each late report of the department's categories."
      />
    </RecordDialog>
  );
}

function usageText({ categories }: IreportDepartment): string | undefined {
  if (categories === 0) return undefined;
  const countText = pluralize(categories, "category belongs", "categories belong");
  return `Can't be deleted: ${countText} to it. Give them to another department first.`;
}
