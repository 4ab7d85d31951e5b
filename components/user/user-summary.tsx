"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Money } from "@/components/common/money";
import { StatusBadge } from "@/components/common/status-badge";
import { RecordSummary, SummaryItem } from "@/components/common/summary";
import { HoverLink } from "@/components/ui/hover-link";
import { recordUrl } from "@/lib/contract/records";
import { routes } from "@/lib/contract/routes";
import type { UserDetails } from "@/lib/contract/user";
import { titleCase } from "@/lib/format";
import { useAccess } from "@/lib/queries/rp";
import { userKycQuery } from "@/lib/queries/user";
import { lastRestrictedDay } from "./user-account-status";
import { RESTRICTION_LABELS } from "./user-words";

/** Renders a user's balance, identity status, restriction and last payment (rendered by the transactions module). */
export function UserSummary({ user, lastPayment }: { user: UserDetails; lastPayment: ReactNode }) {
  const mayReadKyc = useAccess(routes.user.kyc);
  return (
    <RecordSummary label="At a glance">
      <SummaryItem label="Balance">
        <Money kobo={user.balance} />
      </SummaryItem>
      <SummaryItem label="Identity" note={mayReadKyc && <LatestRequest userId={user.id} />}>
        Tier {user.tier}
      </SummaryItem>
      <RestrictionNote user={user} />
      {lastPayment}
    </RecordSummary>
  );
}

/** Shows a user's newest identity request and its state. */
function LatestRequest({ userId }: { userId: string }) {
  const { data, error } = useQuery(userKycQuery(userId));
  if (error && !data) return "Requests couldn't be loaded";
  if (!data) return null;
  const [latest] = data.items;
  if (!latest) return "No identity request";
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-0.5">
      <HoverLink href={recordUrl("kyc", latest.id)} className="rounded-sm text-primary hover:underline">
        {latest.reference}
      </HoverLink>
      <StatusBadge status={latest.state} />
    </span>
  );
}

function RestrictionNote({ user: { status, restriction } }: { user: UserDetails }) {
  if (restriction) {
    const note = restriction.until ? `until ${lastRestrictedDay(restriction.until)}` : "until an admin lifts it";
    return (
      <SummaryItem label="Restrictions" tone="warning" note={note}>
        {RESTRICTION_LABELS[restriction.kind]}
      </SummaryItem>
    );
  }
  const isOut = status === "suspended" || status === "closed";
  return (
    <SummaryItem label="Restrictions" tone={isOut ? "danger" : undefined} note={isOut && "can't sign in to the app"}>
      {isOut ? titleCase(status) : "None"}
    </SummaryItem>
  );
}
