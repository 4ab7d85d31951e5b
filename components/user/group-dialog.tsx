"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ConfirmDialog } from "@/components/common/form/confirm-dialog";
import { Timeline } from "@/components/common/history/timeline";
import { LoadFailed } from "@/components/common/states";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { HoverLink } from "@/components/ui/hover-link";
import { Skeleton } from "@/components/ui/skeleton";
import { deleteDraft } from "@/lib/client/drafts";
import { toast } from "@/lib/client/toast";
import { routes } from "@/lib/contract/routes";
import type { UserGroupDetails } from "@/lib/contract/user-groups";
import { useAccess } from "@/lib/queries/rp";
import { deleteUserGroupMutation, userGroupQuery } from "@/lib/queries/user";
import { GroupForm, NewGroupForm } from "./group-form";
import { describeGroupRule, groupDraftName } from "./group-words";
import { formatUserCount, USERS_URL } from "./user-words";

/** Shows or edits a user group, or creates one if `groupId` is null. */
export function GroupDialog({ groupId, onClose }: { groupId: string | null; onClose: () => void }) {
  const close = () => {
    deleteDraft(groupDraftName(groupId));
    onClose();
  };
  if (groupId) return <ExistingGroup groupId={groupId} onClose={close} />;
  return (
    <Dialog open onOpenChange={close} title="New group" size="lg">
      <NewGroupForm onDone={close} />
    </Dialog>
  );
}

function ExistingGroup({ groupId, onClose }: { groupId: string; onClose: () => void }) {
  // Stops refetching a group that is being deleted, because the API would answer 404.
  const [isDeleting, setIsDeleting] = useState(false);
  const { data, error, isFetching, refetch } = useQuery({ ...userGroupQuery(groupId), enabled: !isDeleting });
  const mayUpdate = useAccess(routes.user.updateGroup);
  return (
    <Dialog open onOpenChange={onClose} title={data?.name ?? "Group"} size="lg">
      {error && !data && <LoadFailed message={error.message} busy={isFetching} onRetry={refetch} />}
      {!data && !error && <Skeleton className="h-96 w-full" />}
      {data && (
        <div className="space-y-5">
          <p className="text-sm text-muted">
            <HoverLink
              href={`${USERS_URL}?group=${data.id}`}
              className="rounded-sm font-semibold text-primary hover:underline"
            >
              {formatUserCount(data.members, data.members_is_capped)}
            </HoverLink>
            {data.rule && `: ${describeGroupRule(data.rule)}`}
          </p>
          <GroupUsage group={data} />
          {mayUpdate ? (
            <GroupForm
              group={data}
              onDone={onClose}
              aside={<DeleteGroup group={data} onGoing={setIsDeleting} onGone={onClose} />}
            />
          ) : (
            <>
              {data.description && <p>{data.description}</p>}
              <DeleteGroup group={data} onGoing={setIsDeleting} onGone={onClose} />
            </>
          )}
          <details>
            <summary className="rounded-sm font-bold">History</summary>
            <div className="pt-4">
              <Timeline entries={data.timeline} />
            </div>
          </details>
        </div>
      )}
    </Dialog>
  );
}

function GroupUsage({ group }: { group: UserGroupDetails }) {
  if (group.used_by.length === 0) return null;
  return (
    <section className="text-sm">
      <h3 className="text-muted">Used by</h3>
      <ul>
        {group.used_by.map(({ what, name, href }) => (
          <li key={href}>
            {what}{" "}
            <HoverLink href={href} className="rounded-sm font-semibold text-primary hover:underline">
              {name}
            </HoverLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

type DeleteGroupProps = { group: UserGroupDetails; onGoing: (isDeleting: boolean) => void; onGone: () => void };

function DeleteGroup({ group, onGoing: onDeleting, onGone: onDeleted }: DeleteGroupProps) {
  const mayDelete = useAccess(routes.user.deleteGroup);
  const [isConfirming, setIsConfirming] = useState(false);
  const { mutateAsync } = useMutation(deleteUserGroupMutation());
  if (!mayDelete) return null;
  const remove = async () => {
    onDeleting(true);
    await mutateAsync({ groupId: group.id, version: group.version }).catch((error: unknown) => {
      onDeleting(false);
      throw error;
    });
    toast.success(`The group ${group.name} is deleted.`);
    onDeleted();
  };
  return (
    <>
      <Button variant="danger" onClick={() => setIsConfirming(true)}>
        Delete group
      </Button>
      {isConfirming && (
        <ConfirmDialog
          open
          onOpenChange={setIsConfirming}
          title={`Delete the group ${group.name}?`}
          consequence="Only the group is deleted, not its people. It can't be restored."
          confirmLabel="Delete"
          tone="danger"
          onConfirm={remove}
        />
      )}
    </>
  );
}
