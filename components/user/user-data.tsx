"use client";

import { useQuery } from "@tanstack/react-query";
import { LoadFailedCard } from "@/components/common/states";
import { Skeleton } from "@/components/ui/skeleton";
import { routes } from "@/lib/contract/routes";
import type { UserDetails } from "@/lib/contract/user";
import { useAccess } from "@/lib/queries/rp";
import { userDataRequestsQuery } from "@/lib/queries/user-data";
import { UserDataCard } from "./user-data-card";
import { DataCopyCard } from "./user-data-copy";
import { ErasureCard } from "./user-erasure";
import { ErasureHoldCard } from "./user-hold";

/** Renders what admins can do with a citizen's personal data. Every action but a hold needs the approval of another admin. */
export function UserDataActions({ user }: { user: UserDetails }) {
  const { data, error, isFetching, refetch } = useQuery(userDataRequestsQuery(user.id));
  // Shows only the error, because the pending requests decide which actions are possible.
  if (!data && error) return <LoadFailedCard message={error.message} busy={isFetching} onRetry={refetch} />;
  if (!data) return <Skeleton className="h-64 w-full" />;
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <CorrectionCard user={user} />
      <DataCopyCard user={user} />
      <ErasureCard user={user} />
      <ErasureHoldCard user={user} />
    </div>
  );
}

function CorrectionCard({ user }: { user: UserDetails }) {
  const mayCorrect = useAccess(routes.user.correct);
  return (
    <UserDataCard
      user={user}
      title="Correction"
      text="Change a wrong name, phone number or email address. Another admin compares the old and the new details and approves."
      request="correct"
      button="Correct details"
      obstacle={({ correction }) => {
        if (user.status === "closed") return "The account is closed, so its details stay as they were.";
        if (correction) return "A correction awaits approval.";
        return mayCorrect ? null : "You need the right “update” in User Management.";
      }}
    />
  );
}
