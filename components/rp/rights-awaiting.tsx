"use client";

import { AwaitingNotice } from "@/components/common/awaiting-notice";
import type { Awaiting } from "@/lib/contract/approvals";
import { useWithdrawal } from "@/lib/queries/approvals";

/** Shows the pending approval request about an admin or a role on the record itself. */
export function RightsAwaiting({ awaiting }: { awaiting: Awaiting }) {
  const withdrawal = useWithdrawal(awaiting);
  return <AwaitingNotice awaiting={awaiting} nobody="another admin who has these rights" {...withdrawal} />;
}
