"use client";

import { useQuery } from "@tanstack/react-query";
import { BarChart } from "@/components/common/bar-chart";
import { PageHeader } from "@/components/common/page-header";
import { StatTile } from "@/components/common/stat-tile";
import { LoadFailed } from "@/components/common/states";
import { Alert } from "@/components/ui/alert";
import { Card, CardHeader } from "@/components/ui/card";
import { HoverLink } from "@/components/ui/hover-link";
import { formatCompact, formatCount, formatDay } from "@/lib/format";
import { waitingApprovalsQuery } from "@/lib/queries/approvals";
import { meQuery } from "@/lib/queries/auth";
import { overviewQuery } from "@/lib/queries/overview";

const KYC = "/dashboard/kyc-management";
const OPEN = "state=pending,in_review";

/** Home: figures of the features that this admin may read; each tile opens the list that it counts. */
export function OverviewScreen() {
  const { data: me } = useQuery(meQuery());
  const { data, error, isFetching, refetch } = useQuery(overviewQuery());
  const waiting = useQuery(waitingApprovalsQuery()).data?.waiting ?? 0;
  return (
    <>
      <PageHeader title={`Welcome, ${me?.first_name ?? ""}`} description="What is waiting, and how it is going." />
      {error && !data && (
        <Card>
          <LoadFailed message={error.message} busy={isFetching} onRetry={refetch} />
        </Card>
      )}
      {waiting > 0 && (
        <div className="mb-5">
          <Alert>
            <HoverLink href="/dashboard/approvals" className="underline underline-offset-4">
              {formatCount(waiting)} {waiting === 1 ? "request waits" : "requests wait"} for your approval
            </HoverLink>
          </Alert>
        </div>
      )}
      {data?.kyc && (
        <>
          <h2 className="sr-only">KYC Management</h2>
          <div className="mb-5 grid grid-cols-2 gap-4 xl:grid-cols-4">
            <StatTile label="My KYC cases" value={formatCount(data.kyc.mine)} href={`${KYC}?${OPEN}&assignee=me`} />
            <StatTile label="KYC waiting" value={formatCount(data.kyc.waiting)} href={`${KYC}?${OPEN}`} />
            <StatTile
              label="KYC late"
              value={formatCount(data.kyc.late)}
              href={`${KYC}?late=true`}
              tone={data.kyc.late > 0 ? "danger" : "neutral"}
            />
            <StatTile label="KYC decided today" value={formatCount(data.kyc.decided_today)} />
          </div>
        </>
      )}
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,3fr)_minmax(0,1fr)]">
        {data?.kyc && (
          <Card>
            <CardHeader title="KYC throughput" description="The last 14 days" />
            <div className="px-5 pb-5">
              <BarChart
                caption="Identity requests submitted and decided on each of the last 14 days"
                axis="Day"
                series={[
                  { name: "Submitted", className: "fill-info" },
                  { name: "Decided", className: "fill-primary" },
                ]}
                points={data.kyc.days.map(({ day, submitted, decided }) => ({
                  label: formatDay(day),
                  values: [submitted, decided],
                }))}
              />
            </div>
          </Card>
        )}
        {data?.users && (
          <StatTile
            label="Users"
            value={formatCompact(data.users.total)}
            href="/dashboard/user-management/users"
            note={`${formatCount(data.users.new_30_days)} new in 30 days`}
            change={{ now: data.users.new_30_days, before: data.users.previous_30_days }}
          />
        )}
      </div>
      {data && !data.kyc && !data.users && (
        <Card className="p-8 text-muted">
          There are no figures for your role. Use the menu to open what you work with.
        </Card>
      )}
    </>
  );
}
