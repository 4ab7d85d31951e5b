"use client";

import { AwaitingApprovalNotice } from "@/components/common/awaiting-notice";
import type { PendingApproval } from "@/lib/contract/approvals";
import { useCancelApproval } from "@/lib/queries/approvals";

/** Shows that an approval request about an admin or a role is pending. */
export function PendingRightsNotice({ awaiting }: { awaiting: PendingApproval }) {
  const withdrawal = useCancelApproval(awaiting);
  return <AwaitingApprovalNotice awaiting={awaiting} nobody="another admin who has these rights" {...withdrawal} />;
}
