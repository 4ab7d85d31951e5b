"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { ConfirmDialog } from "@/components/common/form/confirm-dialog";
import { FormDialog } from "@/components/common/form/form-dialog";
import { toast } from "@/lib/client/toast";
import type { AdminRow } from "@/lib/contract/rp";
import { type SetAdminStatusInput, setAdminStatusMutation } from "@/lib/queries/rp-set-up";
import { SetupKeyField, useIsOnlyFullAdmin } from "./setup-key-field";

const loadSchema = () => import("@/lib/contract/rp").then((module) => module.adminStatusChange);

/** Suspends an active admin, or reactivates a suspended one. */
export function AdminStatusDialog({ admin: current, onClose }: { admin: AdminRow; onClose: () => void }) {
  // Keeps the admin's state from when the dialog opened, because after a refetch a second click would do the opposite.
  const [admin] = useState(current);
  const { mutateAsync } = useMutation(setAdminStatusMutation());
  const needsSetupKey = useIsOnlyFullAdmin(admin.is_full && admin.status === "suspended");
  const name = `${admin.first_name} ${admin.last_name}`;
  const isSuspending = admin.status === "active";
  const change = async (input: Partial<SetAdminStatusInput> = {}) => {
    await mutateAsync({ ...input, admin_id: admin.id, status: isSuspending ? "suspended" : "active" });
    toast.success(isSuspending ? `${name} is suspended.` : `${name} may sign in again.`);
  };
  if (needsSetupKey)
    return (
      <FormDialog<SetAdminStatusInput>
        open
        onOpenChange={onClose}
        title={`Let ${name} in again?`}
        consequence={`${name} is a full administrator, and you are the only other one. Nobody can approve this, so it needs the setup key, and every admin is notified by mail.`}
        submitLabel="Let in again"
        schema={loadSchema}
        fixed={{ admin_id: admin.id, status: "active" }}
        defaultValues={{ setup_key: "" }}
        onSubmit={change}
      >
        <SetupKeyField needed />
      </FormDialog>
    );
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={isSuspending ? `Suspend ${name}?` : `Let ${name} in again?`}
      consequence={
        isSuspending
          ? "They are signed out everywhere immediately and can't sign in until an admin reactivates them. Their requests for approval are withdrawn, and identity requests that they review are released."
          : `They can sign in again, with the roles: ${admin.roles.map((role) => role.name).join(", ") || "none"}.`
      }
      confirmLabel={isSuspending ? "Suspend" : "Let in again"}
      tone={isSuspending ? "danger" : "primary"}
      onConfirm={() => change()}
    />
  );
}
