"use client";

import { useQuery } from "@tanstack/react-query";
import { DateTime } from "@/components/common/date-time";
import { FactList } from "@/components/common/fact-list";
import { PageHeader } from "@/components/common/page-header";
import { LoadFailedCard } from "@/components/common/states";
import { Alert } from "@/components/ui/alert";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import type { ReconciliationDayDetails } from "@/lib/contract/reconciliation-days";
import { adminLabel, formatDay, formatMoney, pluralize } from "@/lib/format";
import { reconciliationDayQuery } from "@/lib/queries/reconciliation-days";
import { DayActions } from "./day-actions";
import { DayChecklist } from "./day-checklist";
import { DayDetails } from "./day-details";
import { DayFiguresCard } from "./day-figures";
import { DayStateBadge } from "./day-list-screen";

const BREADCRUMBS = [
  { label: "System Wallet", href: "/dashboard/wallets" },
  { label: "Reconciliation", href: "/dashboard/wallets/reconciliation" },
  { label: "Days", href: "/dashboard/wallets/reconciliation/days" },
];

/** Shows a day's checklist and figures. One admin proposes to close the day, another admin closes it. */
export function DayScreen({ day }: { day: string }) {
  const { data, error, isFetching, refetch } = useQuery(reconciliationDayQuery(day));
  return (
    <>
      <PageHeader
        title={formatDay(day)}
        breadcrumbs={BREADCRUMBS}
        badge={data && <DayStateBadge state={data.state} />}
        actions={data && <DayActions day={data} />}
      />
      {error && !data && <LoadFailedCard message={error.message} busy={isFetching} onRetry={refetch} />}
      {!data && !error && <Skeleton className="h-96 w-full" />}
      {data && (
        <div className="space-y-5">
          {data.found_later.count > 0 && (
            <Alert tone="info">
              {pluralize(data.found_later.count, "item")} of this day, {formatMoney(data.found_later.sum)} in sum, found
              after it was closed. The addendum of a later day lists them.
            </Alert>
          )}
          {data.proposed_by && <ProposalCard day={data} />}
          <DayFiguresCard figures={data.figures} />
          <DayChecklist checks={data.checklist} isClosed={data.state === "closed"} />
          <DayDetails figures={data.figures} />
        </div>
      )}
    </>
  );
}

/** Shows who proposed and closed a day, the remark, and position and hash of the audit row that closed it. */
function ProposalCard({ day }: { day: ReconciliationDayDetails }) {
  const { proposed_by, proposed_at, closed_by, closed_at, remark, audit } = day;
  return (
    <Card className="px-5 py-4">
      <FactList
        facts={[
          proposed_by !== null &&
            proposed_at !== null && [
              "Proposed",
              <>
                {adminLabel(proposed_by)}, <DateTime at={proposed_at} />
              </>,
            ],
          closed_by !== null &&
            closed_at !== null && [
              "Closed",
              <>
                {adminLabel(closed_by)}, <DateTime at={closed_at} />
              </>,
            ],
          remark !== "" && [
            "Remark",
            <span className="whitespace-pre-wrap" key="remark">
              {remark}
            </span>,
          ],
          audit !== null && ["Audit chain", `Position ${audit.position}, ${audit.hash}`],
        ]}
      />
    </Card>
  );
}
