"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { RotateCw, Send } from "lucide-react";
import { DateTime } from "@/components/common/date-time";
import { PageHeader } from "@/components/common/page-header";
import { LoadFailedCard, StaleDataNotice } from "@/components/common/states";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import type { SystemPartStatus } from "@/lib/contract/system-logs";
import { sendTestMailMutation, systemStatusQuery } from "@/lib/queries/system-logs";
import { SystemStatusLineCard } from "./status-line-card";

/** Order of the cards by state: parts that need an action come first. */
const STATE_ORDER = ["failing", "due", "not_set_up", "working"] as const satisfies readonly SystemPartStatus["state"][];
const sortByState = (lines: readonly SystemPartStatus[]) =>
  lines.toSorted((a, b) => STATE_ORDER.indexOf(a.state) - STATE_ORDER.indexOf(b.state));

/** Shows which parts of the system work, when each last succeeded, and what to do about failing parts. */
export function SystemStatusScreen() {
  const { data, error, isFetching, refetch } = useQuery(systemStatusQuery());
  const writesMailToFiles = data?.lines.some(({ part, state }) => part === "mail" && state === "not_set_up") ?? false;
  const testMail = useMutation(sendTestMailMutation(writesMailToFiles));
  const failingCount = data?.lines.filter(({ state }) => state === "failing").length ?? 0;
  return (
    <>
      <PageHeader
        title="System Status"
        breadcrumbs={[{ label: "Audit Trail", href: "/dashboard/system-logs/audit-trails" }]}
        description={
          data ? (
            <>
              {failingCount === 0 ? "Nothing fails." : `${failingCount} of ${data.lines.length} parts fail.`} Checked{" "}
              <DateTime at={data.at} seconds />
            </>
          ) : (
            "What the product needs, and whether it works."
          )
        }
        actions={
          <>
            <Button busy={isFetching} onClick={() => refetch()}>
              {!isFetching && <RotateCw aria-hidden="true" />} Check again
            </Button>
            <Button busy={testMail.isPending} onClick={() => testMail.mutate()}>
              {!testMail.isPending && <Send aria-hidden="true" />} Send a test mail to me
            </Button>
          </>
        }
      />
      {error && data && (
        <div className="mb-4">
          <StaleDataNotice what="This page" message={error.message} busy={isFetching} onRetry={refetch} />
        </div>
      )}
      {error && !data && <LoadFailedCard message={error.message} busy={isFetching} onRetry={refetch} />}
      {!data && !error && <Skeleton className="h-96 w-full" />}
      {data && (
        <ul className="grid gap-4 lg:grid-cols-2">
          {sortByState(data.lines).map((line) => (
            <li key={line.part} className="grid grid-cols-1">
              <SystemStatusLineCard line={line} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
