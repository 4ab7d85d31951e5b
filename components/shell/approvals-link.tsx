"use client";

import { useQuery } from "@tanstack/react-query";
import { Inbox } from "lucide-react";
import { ButtonLink } from "@/components/ui/button-link";
import { approvalsUrl } from "@/lib/contract/approval-links";
import { waitingApprovalCountQuery } from "@/lib/queries/approvals-waiting";
import { CountBadge } from "./count-badge";

/** Links to the approval requests that wait for this admin, with their number (docs/rules.md, Four eyes). */
export function ApprovalsLink() {
  const { data } = useQuery(waitingApprovalCountQuery());
  const waitingCount = data?.waiting ?? 0;
  return (
    <ButtonLink
      href={approvalsUrl("waiting")}
      variant="ghost"
      size="icon"
      aria-label={waitingCount === 0 ? "Approvals" : `Approvals: ${waitingCount} waiting for me`}
      title="Approvals"
      className="relative"
    >
      <Inbox aria-hidden="true" className="size-5!" />
      {waitingCount > 0 && <CountBadge>{waitingCount > 99 ? "99+" : String(waitingCount)}</CountBadge>}
    </ButtonLink>
  );
}
