"use client";

import { AwaitingApprovalNotice } from "@/components/common/awaiting-notice";
import type { KycDetails } from "@/lib/contract/kyc";
import { useCancelApproval } from "@/lib/queries/approvals";

/** Shows that the revocation of a decision waits for a second admin's approval. */
export function KycPendingRevocation({ awaiting }: { awaiting: NonNullable<KycDetails["awaiting"]> }) {
  const withdrawal = useCancelApproval(awaiting);
  return (
    <AwaitingApprovalNotice
      awaiting={awaiting}
      nobody="another admin who may approve in KYC Management"
      {...withdrawal}
    />
  );
}
