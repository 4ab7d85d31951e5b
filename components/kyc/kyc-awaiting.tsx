"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { AwaitingNotice } from "@/components/common/awaiting-notice";
import { toast } from "@/lib/client/toast";
import type { KycSingle } from "@/lib/contract/kyc";
import { cancelApprovalMutation } from "@/lib/queries/approvals";
import { meQuery } from "@/lib/queries/auth";

/** A revocation that waits for a second admin. */
export function KycAwaiting({ awaiting }: { awaiting: NonNullable<KycSingle["awaiting"]> }) {
  const me = useQuery(meQuery()).data;
  const { mutate, isPending } = useMutation({
    ...cancelApprovalMutation(),
    onError: (error) => void toast.error(error.message),
  });
  return (
    <div className="mb-5">
      <AwaitingNotice
        awaiting={awaiting}
        nobody="another admin who may approve in KYC Management"
        me={me?.id}
        busy={isPending}
        onWithdraw={() => mutate(awaiting.approvalId)}
      />
    </div>
  );
}
