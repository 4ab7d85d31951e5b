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
import type { RoleSingle } from "@/lib/contract/rp";
import { rpRoutes } from "@/lib/contract/rp.routes";
import { STRONGER_HOLDERS } from "@/lib/contract/rp.values";
import { deleteRoleMutation, roleQuery, useMay } from "@/lib/queries/rp";
import { RightsAwaiting } from "./rights-awaiting";
import { RightsMatrix } from "./rights-matrix";
import { NewRoleForm, RoleForm, roleDraft } from "./role-form";
import { RolePeople } from "./role-people";

/** Shows a role as a matrix of features by flags, to read, change or create (`roleId` null). */
export function RoleDialog({ roleId, onClose }: { roleId: string | null; onClose: () => void }) {
  const close = () => {
    deleteDraft(roleDraft(roleId));
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
  // Stops refetching during the deletion, because the API would answer 404.
  const [going, setGoing] = useState(false);
  const { data, error, isFetching, refetch } = useQuery({ ...roleQuery(roleId), enabled: !going });
  const mayUpdate = useMay(rpRoutes.updateRole);
  return (
    <Dialog open onOpenChange={onClose} title={data?.name ?? "Role"} size="xl">
      {error && !data && <LoadFailed message={error.message} busy={isFetching} onRetry={refetch} />}
      {!data && !error && <Skeleton className="h-96 w-full" />}
      {data && (
        <div className="space-y-6">
          {data.awaiting && <RightsAwaiting awaiting={data.awaiting} />}
          <RolePeople role={data} />
          {mayUpdate && !data.awaiting ? (
            <RoleForm
              role={data}
              onDone={onClose}
              aside={<DeleteRole role={data} onGoing={setGoing} onGone={onClose} />}
            />
          ) : (
            <>
              <p className="text-muted">{data.description}</p>
              <RightsMatrix features={data.features} />
              <DeleteRole role={data} onGoing={setGoing} onGone={onClose} />
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

type DeleteRoleProps = { role: RoleSingle; onGoing: (going: boolean) => void; onGone: () => void };

/** Deletes a role. Disabled with a reason while an admin has the role. */
function DeleteRole({ role, onGoing, onGone }: DeleteRoleProps) {
  const may = useMay(rpRoutes.deleteRole);
  const { mutateAsync } = useMutation(deleteRoleMutation());
  const [asking, setAsking] = useState(false);
  if (!may) return null;
  const locked = role.is_held_by_stronger
    ? STRONGER_HOLDERS
    : role.members > 0
      ? "Give its members another role first."
      : undefined;
  const remove = async () => {
    onGoing(true);
    await mutateAsync(role.roleId).catch((error: unknown) => {
      onGoing(false);
      throw error;
    });
    toast.success(`The role ${role.name} is deleted.`);
    onGone();
  };
  return (
    <>
      <Button disabled={locked !== undefined} title={locked} onClick={() => setAsking(true)}>
        Delete role
      </Button>
      {asking && (
        <ConfirmDialog
          open
          onOpenChange={setAsking}
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
