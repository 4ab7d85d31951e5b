"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { DateTime } from "@/components/common/date-time";
import { ConfirmDialog } from "@/components/common/form/confirm-dialog";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { toast } from "@/lib/client/toast";
import type { AdminDetails, FourEyesConflict } from "@/lib/contract/rp";
import { rpRoutes } from "@/lib/contract/rp.routes";
import { meQuery } from "@/lib/queries/auth";
import { useAccess } from "@/lib/queries/rp";
import { confirmAdminMutation } from "@/lib/queries/rp-set-up";
import { describeSensitiveRights } from "./rp-words";

/** Shows which admins created an account or gave it rights, so that a third admin can confirm the account (docs/rules.md, Four eyes). */
export function UnconfirmedAdminNotice({ admin }: { admin: AdminDetails }) {
  const [isConfirming, setIsConfirming] = useState(false);
  const { mutateAsync } = useMutation(confirmAdminMutation());
  const mayConfirm = useAccess(rpRoutes.confirmAdmin);
  const myId = useQuery(meQuery()).data?.id;
  const name = `${admin.first_name} ${admin.last_name}`;
  const isInvolved = admin.id === myId || admin.depends_on.some(({ on }) => on.id === myId);
  return (
    <Alert tone="warning" title="Not confirmed by a third admin">
      <ul className="font-normal">
        {admin.depends_on.map((each) => (
          <li key={`${each.on.id} ${each.since}`}>
            {describeDependence(each)} <DateTime at={each.since} />
          </li>
        ))}
      </ul>
      <p className="mt-1 font-normal">
        Until then they can't decide each other's requests.{" "}
        {admin.status !== "active" && "An account can be confirmed after its first sign-in."}
        {admin.status === "active" && isInvolved && "An admin who was not involved confirms it."}
      </p>
      {mayConfirm && admin.status === "active" && !isInvolved && (
        <Button size="sm" className="mt-2" onClick={() => setIsConfirming(true)}>
          Confirm account
        </Button>
      )}
      {isConfirming && (
        <ConfirmDialog
          open
          onOpenChange={setIsConfirming}
          title={`Confirm ${name}?`}
          consequence={`You confirm that ${name} (${admin.email}) is a separate person whom you have spoken to. They can then decide requests of ${involvedAdmins(admin.depends_on)}, and vice versa.`}
          confirmLabel="Confirm account"
          onConfirm={async () => {
            await mutateAsync({ adminId: admin.id });
            toast.success(`${name} is confirmed.`);
          }}
        />
      )}
    </Alert>
  );
}

function describeDependence({ on, reason, rights }: FourEyesConflict): string {
  const nameWithEmail = `${on.name} (${on.email})`;
  if (reason === "invited") return `Invited by ${nameWithEmail},`;
  if (reason === "let_in") return `Let in again by ${nameWithEmail},`;
  return `Rights given by ${nameWithEmail} (${describeSensitiveRights(rights).join("; ")}),`;
}

const involvedAdmins = (dependencies: readonly FourEyesConflict[]) =>
  [...new Set(dependencies.map(({ on }) => on.name))].join(" and ");
