"use client";

import { useQuery } from "@tanstack/react-query";
import { Inbox } from "lucide-react";
import { ButtonLink } from "@/components/ui/button-link";
import { waitingApprovalsQuery } from "@/lib/queries/approvals";

/** Links to the requests that wait for this admin, with their number (docs/rules.md, Four eyes). */
export function InboxLink() {
  const { data } = useQuery(waitingApprovalsQuery());
  const waiting = data?.waiting ?? 0;
  return (
    <ButtonLink
      href="/dashboard/approvals"
      variant="ghost"
      size="icon"
      aria-label={waiting === 0 ? "Approvals" : `Approvals: ${waiting} waiting for me`}
      title="Approvals"
      className="relative"
    >
      <Inbox aria-hidden="true" className="size-5!" />
      {waiting > 0 && (
        <span
          aria-hidden="true"
          className="absolute -top-0.5 -right-0.5 flex h-4.5 min-w-4.5 items-center justify-center rounded-full bg-danger-fill px-1 text-xs font-bold text-white tabular-nums"
        >
          {waiting > 99 ? "99+" : waiting}
        </span>
      )}
    </ButtonLink>
  );
}
