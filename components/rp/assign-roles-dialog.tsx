"use client";

import { useMutation } from "@tanstack/react-query";
import { FormDialog } from "@/components/common/form/form-dialog";
import { useEditConflict } from "@/components/common/form/use-edit-conflict";
import { toast } from "@/lib/client/toast";
import type { AdminRow } from "@/lib/contract/rp";
import { type AssignRolesInput, assignRolesMutation } from "@/lib/queries/rp-set-up";
import { RolesField } from "./roles-field";

const loadSchema = () => import("@/lib/contract/rp").then((module) => module.roleAssignment);

/** Returns the storage name of the draft that keeps an admin's selected roles when the session ends. */
export const assignRolesDraftName = (adminId: string) => `rp.assignRoles:${adminId}`;

/** Changes the roles of an admin. After an edit conflict it shows the current roles and keeps the selection. */
export function AssignRolesDialog({ admin, onClose }: { admin: AdminRow; onClose: () => void }) {
  const { latest, captureConflict } = useEditConflict(admin);
  const { mutateAsync } = useMutation(assignRolesMutation());
  const name = `${admin.first_name} ${admin.last_name}`;
  const heldRoles = latest.roles.map(({ roleId }) => roleId);
  const assign = async (input: AssignRolesInput) => {
    const updated = await mutateAsync(input).catch(captureConflict);
    toast.success(updated.awaiting ? "The roles wait for approval." : `${name} has new roles.`);
  };
  return (
    <FormDialog<AssignRolesInput>
      open
      onOpenChange={onClose}
      title={`Roles of ${name}`}
      consequence={
        <>
          Now: {latest.roles.map((role) => role.name).join(", ") || "none"}. A change holds from {name}'s very next step
          on.
        </>
      }
      submitLabel="Set roles"
      schema={loadSchema}
      draft={assignRolesDraftName(admin.id)}
      fixed={{ admin_id: admin.id, version: latest.version }}
      defaultValues={{ role_ids: admin.roles.map(({ roleId }) => roleId), reason: "", setup_key: "" }}
      secret="setup_key"
      onSubmit={assign}
    >
      <RolesField held={heldRoles} />
    </FormDialog>
  );
}
