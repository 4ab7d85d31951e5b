"use client";

import { AwaitingNotice } from "@/components/common/awaiting-notice";
import type { Awaiting } from "@/lib/contract/approvals";
import { useWithdrawal } from "@/lib/queries/approvals";

/** What waits about an admin, on the admin itself. */
export function AdminAwaiting({ awaiting }: { awaiting: Awaiting }) {
  const withdrawal = useWithdrawal(awaiting);
  return <AwaitingNotice awaiting={awaiting} nobody="another full administrator" {...withdrawal} />;
}
