"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { CopyableText } from "@/components/common/copyable-text";
import { DateTime } from "@/components/common/date-time";
import { FactList } from "@/components/common/fact-list";
import { ConfirmDialog } from "@/components/common/form/confirm-dialog";
import { Timeline } from "@/components/common/history/timeline";
import { LoadFailed } from "@/components/common/states";
import { StatusBadge } from "@/components/common/status-badge";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import { deleteDraft } from "@/lib/client/drafts";
import { useReopenDraft } from "@/lib/client/use-reopen-draft";
import { toRightList } from "@/lib/contract/access";
import type { AdminDetails } from "@/lib/contract/rp";
import { rpRoutes } from "@/lib/contract/rp.routes";
import { STRONGER_ADMIN_MESSAGE } from "@/lib/contract/rp.values";
import { pluralize } from "@/lib/format";
import { meQuery } from "@/lib/queries/auth";
import { useAccess } from "@/lib/queries/rp";
import { adminQuery, mailInvitationAgainMutation, resetSignInKeysMutation } from "@/lib/queries/rp-set-up";
import { AssignRolesDialog, assignRolesDraftName } from "./assign-roles-dialog";
import { UnconfirmedAdminNotice } from "./confirm-account";
import { DeleteAdminsDialog } from "./delete-dialog";
import { PendingRightsNotice } from "./pending-rights-notice";
import { describeRights } from "./rp-words";
import { AdminStatusDialog } from "./status-dialog";

/** Shows an admin's account, roles, rights and history, and actions on the account. */
export function AdminDrawer({ adminId, onClose }: { adminId: string; onClose: () => void }) {
  // Stops refetching the admin during the deletion, because the API would answer 404.
  const [isDeleting, setIsDeleting] = useState(false);
  const { data, error, isFetching, refetch } = useQuery({ ...adminQuery(adminId), enabled: !isDeleting });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      side="right"
      title={data ? `${data.first_name} ${data.last_name}` : "Admin"}
      footer={data && <AdminActions admin={data} onGoing={setIsDeleting} onGone={onClose} />}
    >
      {error && !data && <LoadFailed message={error.message} busy={isFetching} onRetry={refetch} />}
      {!data && !error && <Skeleton className="h-64 w-full" />}
      {data && <AdminFacts admin={data} />}
    </Dialog>
  );
}

/** Lists the sign-in methods of an admin: "2 passkeys, authenticator app, 8 recovery codes". */
function describeKeys({ passkeys, authenticator, recovery_codes }: AdminDetails["keys"]): string {
  const keyTexts = [
    passkeys > 0 && pluralize(passkeys, "passkey"),
    authenticator && "authenticator app",
    recovery_codes > 0 && `${recovery_codes} recovery ${recovery_codes === 1 ? "code" : "codes"}`,
  ].filter(Boolean);
  return keyTexts.join(", ") || "None: mailed codes";
}

function AdminFacts({ admin }: { admin: AdminDetails }) {
  return (
    <div className="space-y-6">
      {admin.awaiting && <PendingRightsNotice awaiting={admin.awaiting} />}
      {admin.depends_on.length > 0 && <UnconfirmedAdminNotice admin={admin} />}
      <FactList
        facts={[
          ["Status", <StatusBadge key="status" status={admin.status} />],
          ["Roles", admin.roles.map(({ name }) => name).join(", ") || "None"],
          ["Email", <CopyableText key="email" value={admin.email} what="email" />],
          ["Last sign-in", admin.last_sign_in_at ? <DateTime key="last" at={admin.last_sign_in_at} /> : "Never"],
          ["Keys", describeKeys(admin.keys)],
          ["Added", <DateTime key="added" at={admin.created_at} />],
        ]}
      />
      <AdminRights admin={admin} />
      <section>
        <h3 className="mb-3 font-bold">History</h3>
        <Timeline entries={admin.timeline} />
      </section>
    </div>
  );
}

/** Lists the combined rights of an admin's roles by feature. */
function AdminRights({ admin }: { admin: AdminDetails }) {
  const grants = toRightList(admin.features);
  const features = admin.features.filter(({ name }) => grants.some(({ feature }) => feature === name));
  return (
    <section>
      <h3 className="mb-1 font-bold">May do</h3>
      <p className="text-sm text-muted">
        {describeRights(admin.features)}
        {admin.status !== "active" && ", once active"}
      </p>
      {!admin.is_full && features.length > 0 && (
        <div className="mt-2">
          <FactList
            facts={features.map(({ name }) => [
              name,
              grants.flatMap(({ feature, flag }) => (feature === name ? [flag] : [])).join(", "),
            ])}
          />
        </div>
      )}
    </section>
  );
}

type AdminActionsProps = { admin: AdminDetails; onGoing: (isDeleting: boolean) => void; onGone: () => void };

/** Buttons for actions on an admin, each hidden without its right. Disabled, with a reason, for one's own account and admins with more rights. */
function AdminActions({ admin, onGoing: onDeleting, onGone: onDeleted }: AdminActionsProps) {
  const mayUpdate = useAccess(rpRoutes.assignRoles);
  const mayDelete = useAccess(rpRoutes.deleteAdmins);
  const mayInvite = useAccess(rpRoutes.inviteAgain);
  const again = useMutation(mailInvitationAgainMutation());
  const resetKeys = useMutation(resetSignInKeysMutation());
  const hasKeys = admin.keys.passkeys > 0 || admin.keys.authenticator;
  const isMe = useQuery(meQuery()).data?.id === admin.id;
  const [dialog, setDialog] = useState<"roles" | "status" | "delete" | "keys" | null>(null);
  useReopenDraft(assignRolesDraftName(admin.id), () => setDialog("roles"));
  const close = () => {
    deleteDraft(assignRolesDraftName(admin.id));
    setDialog(null);
  };
  if (!mayUpdate && !mayDelete && !mayInvite) return null;
  const lockReason = isMe
    ? "This is your account. Another administrator can change your roles and status."
    : admin.is_stronger
      ? STRONGER_ADMIN_MESSAGE
      : null;
  const reason =
    lockReason ?? (admin.awaiting ? "The roles can't be changed until the request is decided or withdrawn." : null);
  const lockProps = (lockedBecause: string | null) => ({
    disabled: lockedBecause !== null,
    title: lockedBecause ?? undefined,
    "aria-describedby": lockedBecause === null ? undefined : "admin-actions-reason",
  });
  return (
    <>
      {reason && (
        <p id="admin-actions-reason" className="w-full text-sm text-muted">
          {reason}
        </p>
      )}
      {mayDelete && (
        <Button {...lockProps(lockReason)} onClick={() => setDialog("delete")}>
          Delete
        </Button>
      )}
      {mayInvite && admin.status === "invited" && (
        <Button {...lockProps(lockReason)} busy={again.isPending} onClick={() => again.mutate(admin.id)}>
          Send invitation again
        </Button>
      )}
      {mayUpdate && hasKeys && (
        <Button {...lockProps(lockReason)} onClick={() => setDialog("keys")}>
          Reset keys
        </Button>
      )}
      {mayUpdate && admin.status !== "invited" && (
        <Button {...lockProps(lockReason)} onClick={() => setDialog("status")}>
          {admin.status === "active" ? "Suspend" : "Let in again"}
        </Button>
      )}
      {mayUpdate && (
        <Button variant="primary" {...lockProps(reason)} onClick={() => setDialog("roles")}>
          Assign roles
        </Button>
      )}
      {dialog === "roles" && <AssignRolesDialog admin={admin} onClose={close} />}
      {dialog === "keys" && (
        <ConfirmDialog
          open
          onOpenChange={close}
          title={`Reset the keys of ${admin.first_name} ${admin.last_name}?`}
          consequence={`Their passkeys, authenticator app and recovery codes are removed and their sessions end. They sign in with password and a code mailed to ${admin.email}. Make sure that the request comes from them.`}
          confirmLabel="Reset keys"
          tone="danger"
          onConfirm={() => resetKeys.mutateAsync(admin.id)}
        />
      )}
      {dialog === "status" && <AdminStatusDialog admin={admin} onClose={close} />}
      {dialog === "delete" && (
        <DeleteAdminsDialog
          admins={[admin]}
          onGoing={onDeleting}
          onClose={(isDeleted) => {
            close();
            if (isDeleted) onDeleted();
          }}
        />
      )}
    </>
  );
}
