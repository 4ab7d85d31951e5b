"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { AwaitingNotice as Notice } from "@/components/common/awaiting-notice";
import { toast } from "@/lib/client/toast";
import type { Awaiting } from "@/lib/contract/approvals";
import { cancelApprovalMutation } from "@/lib/queries/approvals";
import { meQuery } from "@/lib/queries/auth";

/** Roles that wait for another full administrator. */
export function AwaitingNotice({ awaiting }: { awaiting: Awaiting }) {
  const me = useQuery(meQuery()).data;
  const { mutate, isPending } = useMutation({
    ...cancelApprovalMutation(),
    onError: (error) => void toast.error(error.message),
  });
  return (
    <Notice
      awaiting={awaiting}
      nobody="another full administrator"
      meId={me?.id}
      withdrawing={isPending}
      onWithdraw={() => mutate(awaiting.approvalId)}
    />
  );
}
