"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { DateTime } from "@/components/common/date-time";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { toast } from "@/lib/client/toast";
import type { Awaiting } from "@/lib/contract/approvals";
import { cancelApprovalMutation } from "@/lib/queries/approvals";
import { meQuery } from "@/lib/queries/auth";

/** "Awaiting approval by …", on the record itself (product.md, Four eyes). */
export function AwaitingNotice({ awaiting }: { awaiting: Awaiting }) {
  const me = useQuery(meQuery()).data;
  const { mutate, isPending } = useMutation({
    ...cancelApprovalMutation(),
    onError: (error) => void toast.error(error.message),
  });
  const mayDecide = awaiting.approvers.some(({ id }) => id === me?.id);
  const names = awaiting.approvers.map(({ name }) => name).join(" or ");
  return (
    <Alert
      tone="info"
      title={`Awaiting approval by ${names || "another full administrator: there is none at the moment"}`}
    >
      <p>{awaiting.change}.</p>
      <p className="mt-1 font-normal">
        Asked for by {awaiting.requested_by.name} on <DateTime at={awaiting.requested_at} />; expires{" "}
        <DateTime at={awaiting.expires_at} />.
      </p>
      <div className="mt-2 flex gap-2">
        {mayDecide && (
          <ButtonLink href="/dashboard/approvals" size="sm">
            Decide
          </ButtonLink>
        )}
        {awaiting.requested_by.id === me?.id && (
          <Button size="sm" busy={isPending} onClick={() => mutate(awaiting.approvalId)}>
            Withdraw the request
          </Button>
        )}
      </div>
    </Alert>
  );
}
