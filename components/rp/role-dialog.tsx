"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ConfirmDialog } from "@/components/common/form/confirm-dialog";
import { Timeline } from "@/components/common/history/timeline";
import { LoadFailed } from "@/components/common/states";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import { deleteDraft } from "@/lib/client/drafts";
import { toast } from "@/lib/client/toast";
import type { RoleDetails } from "@/lib/contract/rp";
import { rpRoutes } from "@/lib/contract/rp.routes";
import { STRONGER_HOLDERS_MESSAGE } from "@/lib/contract/rp.values";
import { useAccess } from "@/lib/queries/rp";
import { deleteRoleMutation, roleQuery } from "@/lib/queries/rp-set-up";
import { PendingRightsNotice } from "./pending-rights-notice";
import { RightsMatrix } from "./rights-matrix";
import { NewRoleForm, RoleForm, roleDraftName } from "./role-form";
import { RoleMembers } from "./role-people";

/** Shows a role's rights as a matrix of features by flags, to read, change or create (`roleId` null). */
export function RoleDialog({ roleId, onClose }: { roleId: string | null; onClose: () => void }) {
  const close = () => {
    deleteDraft(roleDraftName(roleId));
    onClose();
  };
  if (roleId) return <ExistingRole roleId={roleId} onClose={close} />;
  return (
    <Dialog open onOpenChange={close} title="New role" size="xl">
      <NewRoleForm onDone={close} />
    </Dialog>
  );
}

function ExistingRole({ roleId, onClose }: { roleId: string; onClose: () => void }) {
  // Stops refetching the role during the deletion, because the API would answer 404.
  const [isDeleting, setIsDeleting] = useState(false);
  const { data, error, isFetching, refetch } = useQuery({ ...roleQuery(roleId), enabled: !isDeleting });
  const mayUpdate = useAccess(rpRoutes.updateRole);
  return (
    <Dialog open onOpenChange={onClose} title={data?.name ?? "Role"} size="xl">
      {error && !data && <LoadFailed message={error.message} busy={isFetching} onRetry={refetch} />}
      {!data && !error && <Skeleton className="h-96 w-full" />}
      {data && (
        <div className="space-y-6">
          {data.awaiting && <PendingRightsNotice awaiting={data.awaiting} />}
          <RoleMembers role={data} />
          {mayUpdate && !data.awaiting ? (
            <RoleForm
              role={data}
              onDone={onClose}
              aside={<DeleteRole role={data} onGoing={setIsDeleting} onGone={onClose} />}
            />
          ) : (
            <>
              <p className="text-muted">{data.description}</p>
              <RightsMatrix features={data.features} />
              <DeleteRole role={data} onGoing={setIsDeleting} onGone={onClose} />
            </>
          )}
          <details>
            <summary className="rounded-sm font-bold">History</summary>
            <div className="mt-3">
              <Timeline entries={data.timeline} />
            </div>
          </details>
        </div>
      )}
    </Dialog>
  );
}

type DeleteRoleProps = { role: RoleDetails; onGoing: (isDeleting: boolean) => void; onGone: () => void };

/** Deletes a role. Disabled with a reason while an admin has the role. */
function DeleteRole({ role, onGoing: onDeleting, onGone: onDeleted }: DeleteRoleProps) {
  const mayDelete = useAccess(rpRoutes.deleteRole);
  const { mutateAsync } = useMutation(deleteRoleMutation());
  const [isConfirming, setIsConfirming] = useState(false);
  if (!mayDelete) return null;
  const lockReason = role.is_held_by_stronger
    ? STRONGER_HOLDERS_MESSAGE
    : role.members > 0
      ? "Give its members another role first."
      : undefined;
  const remove = async () => {
    onDeleting(true);
    await mutateAsync(role.roleId).catch((error: unknown) => {
      onDeleting(false);
      throw error;
    });
    toast.success(`The role ${role.name} is deleted.`);
    onDeleted();
  };
  return (
    <>
      <Button disabled={lockReason !== undefined} title={lockReason} onClick={() => setIsConfirming(true)}>
        Delete role
      </Button>
      {isConfirming && (
        <ConfirmDialog
          open
          onOpenChange={setIsConfirming}
          title={`Delete the role ${role.name}?`}
          consequence="It has no members, so nobody loses a right. It can't be restored."
          confirmLabel="Delete role"
          tone="danger"
          onConfirm={remove}
        />
      )}
    </>
  );
}
