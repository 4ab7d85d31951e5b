"use client";

import { useQuery } from "@tanstack/react-query";
import { DateTime } from "@/components/common/date-time";
import { EmptyListState, LoadFailed } from "@/components/common/states";
import { StatusBadge } from "@/components/common/status-badge";
import { Card } from "@/components/ui/card";
import { HoverLink } from "@/components/ui/hover-link";
import { recordUrl } from "@/lib/contract/records";
import { userKycQuery } from "@/lib/queries/user";

/** Lists the user's identity requests; each links to its review. */
export function UserKycRequests({ userId }: { userId: string }) {
  const { data, error, isFetching, refetch } = useQuery(userKycQuery(userId));
  return (
    <Card>
      {error && !data && <LoadFailed message={error.message} busy={isFetching} onRetry={refetch} />}
      {data?.items.length === 0 && <EmptyListState>This user has not requested a higher tier.</EmptyListState>}
      <ul className="divide-y divide-border">
        {data?.items.map(({ id, reference, tier, state, submitted_at, decided_at }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-5 py-3 text-sm">
            <HoverLink href={recordUrl("kyc", id)} className="rounded-sm font-semibold text-primary hover:underline">
              {reference}
            </HoverLink>
            <span>Tier {tier}</span>
            <StatusBadge status={state} />
            <span className="text-muted md:ml-auto">
              Submitted <DateTime at={submitted_at} />
              {decided_at && (
                <>
                  , decided <DateTime at={decided_at} />
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
