"use client";

import { useQuery } from "@tanstack/react-query";
import { Timeline } from "@/components/common/history/timeline";
import { LoadFailed } from "@/components/common/states";
import { Card } from "@/components/ui/card";
import { userAccountHistoryQuery } from "@/lib/queries/user";

/** Lists the changes of an account, with their author and time. */
export function UserAccountHistory({ userId }: { userId: string }) {
  const { data, error, isFetching, refetch } = useQuery(userAccountHistoryQuery(userId));
  return (
    <Card>
      {error && !data && <LoadFailed message={error.message} busy={isFetching} onRetry={refetch} />}
      {data && (
        <div className="p-5">
          <Timeline entries={data.items} />
        </div>
      )}
    </Card>
  );
}
