"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { DateTime } from "@/components/common/date-time";
import { LoadFailed } from "@/components/common/states";
import { Card, CardHeader } from "@/components/ui/card";
import { HoverLink } from "@/components/ui/hover-link";
import { formatTotal } from "@/lib/format";
import {
  type ChangeSummarySinceLastVisit,
  changesSinceLastVisitQuery,
  recordHomeVisitMutation,
} from "@/lib/queries/overview";
import { useHasPainted } from "./use-after-paint";

/** Shows what changed in all modules since the admin's last visit, and records the current visit. */
export function ChangesSinceLastVisit() {
  const { data, error, isFetching, refetch } = useQuery(changesSinceLastVisitQuery());
  useRecordVisit(data?.is_due ?? false);
  return (
    <Card aria-label="Since my last visit">
      <CardHeader title="Since my last visit" />
      {error && !data && <LoadFailed message={error.message} busy={isFetching} onRetry={refetch} />}
      {data && (
        <div className="px-5 pb-4 text-sm">
          <p className="text-muted">
            {data.since ? (
              <>
                {introOf(data)}
                <DateTime at={data.since} />
              </>
            ) : (
              "This is your first visit. Next time, this shows what changed since now."
            )}
            {data.failed && (
              <>
                {" couldn't be loaded in time. "}
                <button type="button" className="font-semibold text-primary underline" onClick={() => refetch()}>
                  Retry
                </button>
              </>
            )}
          </p>
          <ChangeLines lines={data.lines} />
        </div>
      )}
    </Card>
  );
}

function introOf({ lines, failed }: ChangeSummarySinceLastVisit): string {
  if (failed) return lines.length === 0 ? "What changed since " : "Some of what changed since ";
  return lines.length === 0 ? "Nothing changed since " : "";
}

const ChangeLines = ({ lines }: Pick<ChangeSummarySinceLastVisit, "lines">) => (
  <ul className="mt-2 grid gap-x-8 gap-y-1 empty:hidden sm:grid-cols-2 xl:grid-cols-3">
    {lines.map(({ id, label, count, count_is_capped, url }) => (
      <li key={id} className="flex items-baseline justify-between gap-3">
        {url ? (
          <HoverLink href={url} className="min-w-0 rounded-sm text-primary hover:underline">
            {label}
          </HoverLink>
        ) : (
          <span className="min-w-0">{label}</span>
        )}
        <span className="font-bold tabular-nums">{formatTotal(count, count_is_capped)}</span>
      </li>
    ))}
  </ul>
);

/** Records this admin's visit to Home once, after the first paint. Ignores a failure, because Home records the visit when it opens again. */
function useRecordVisit(isDue: boolean) {
  const isPainted = useHasPainted();
  const { mutate } = useMutation(recordHomeVisitMutation());
  useEffect(() => {
    if (isDue && isPainted) mutate();
  }, [isDue, isPainted, mutate]);
}
