"use client";

import { AwaitingNotice } from "@/components/common/awaiting-notice";
import type { PendingApproval } from "@/lib/contract/approvals";
import { useCancelApproval } from "@/lib/queries/approvals";

/** Shows on the page of an admin or a role that a request about it waits for approval. */
export function PendingRightsNotice({ awaiting }: { awaiting: PendingApproval }) {
  const withdrawal = useCancelApproval(awaiting);
  return <AwaitingNotice awaiting={awaiting} nobody="another admin who has these rights" {...withdrawal} />;
}
