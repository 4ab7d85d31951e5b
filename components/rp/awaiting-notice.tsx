"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { AwaitingNotice as Notice } from "@/components/common/awaiting-notice";
import { toast } from "@/lib/client/toast";
import type { Awaiting } from "@/lib/contract/approvals";
import { cancelApprovalMutation } from "@/lib/queries/approvals";
import { meQuery } from "@/lib/queries/auth";

/** What waits about an admin, on the admin itself. */
export function AwaitingNotice({ awaiting }: { awaiting: Awaiting }) {
  const me = useQuery(meQuery()).data?.id;
  const { mutate, isPending } = useMutation({
    ...cancelApprovalMutation(),
    onError: (error) => void toast.error(error.message),
  });
  return (
    <Notice
      awaiting={awaiting}
      me={me}
      nobody="another full administrator"
      busy={isPending}
      onWithdraw={() => mutate(awaiting.approvalId)}
    />
  );
}
