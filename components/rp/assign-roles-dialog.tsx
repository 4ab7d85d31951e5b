"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { FormDialog } from "@/components/common/form/form-dialog";
import { isStatus } from "@/lib/client/api-error";
import { toast } from "@/lib/client/toast";
import type { AdminRow } from "@/lib/contract/rp";
import { assignRolesMutation, type RoleAssignmentInput } from "@/lib/queries/rp";
import { RolesField } from "./roles-field";

const loadSchema = () => import("@/lib/contract/rp").then((module) => module.roleAssignment);

export const rolesDraft = (adminId: string) => `rp.assignRoles:${adminId}`;

/** Sets all roles of an admin. After an edit conflict it shows the current roles and keeps the selection. */
export function AssignRolesDialog({ admin, onClose }: { admin: AdminRow; onClose: () => void }) {
  // The admin's roles and version as shown in the dialog; replaced only when a conflict is shown.
  const [current, setCurrent] = useState(admin);
  const { mutateAsync } = useMutation(assignRolesMutation());
  const name = `${admin.first_name} ${admin.last_name}`;
  const held = current.roles.map(({ roleId }) => roleId);
  const assign = async (input: RoleAssignmentInput) => {
    try {
      const changed = await mutateAsync(input);
      toast.success(changed.awaiting ? "The roles wait for approval." : `${name} has new roles.`);
    } catch (error) {
      if (isStatus(error, 409) && error.current) setCurrent(error.current as AdminRow);
      throw error;
    }
  };
  return (
    <FormDialog<RoleAssignmentInput>
      open
      onOpenChange={onClose}
      title={`Roles of ${name}`}
      consequence={
        <>
          Now: {current.roles.map((role) => role.name).join(", ") || "none"}. A change holds from {name}'s very next
          step on.
        </>
      }
      submitLabel="Set roles"
      schema={loadSchema}
      draft={rolesDraft(admin.id)}
      fixed={{ admin_id: admin.id, version: current.version }}
      defaultValues={{ role_ids: admin.roles.map(({ roleId }) => roleId), reason: "", setup_key: "" }}
      secret="setup_key"
      onSubmit={assign}
    >
      <RolesField held={held} />
    </FormDialog>
  );
}
