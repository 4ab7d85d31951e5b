"use client";

import { AwaitingNotice as Notice } from "@/components/common/awaiting-notice";
import type { Awaiting } from "@/lib/contract/approvals";
import { useWithdrawal } from "@/lib/queries/approvals";

/** What waits about an admin, on the admin itself. */
export function AwaitingNotice({ awaiting }: { awaiting: Awaiting }) {
  const withdrawal = useWithdrawal(awaiting);
  return <Notice awaiting={awaiting} nobody="another full administrator" {...withdrawal} />;
}
