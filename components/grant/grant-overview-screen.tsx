"use client";

import { useQuery } from "@tanstack/react-query";
import { BarChart } from "@/components/common/chart/bar-chart";
import { ListPreviewCard } from "@/components/common/list-preview-card";
import { CompactMoney } from "@/components/common/money";
import { StatTile, StatTiles } from "@/components/common/stat-tile";
import { LoadFailedCard } from "@/components/common/states";
import { StatusBadge } from "@/components/common/status-badge";
import { Card, CardHeader } from "@/components/ui/card";
import { HoverLink } from "@/components/ui/hover-link";
import type { GrantOverview } from "@/lib/contract/grant";
import { allRowsUrl } from "@/lib/contract/list.values";
import { recordUrl } from "@/lib/contract/records";
import { routes } from "@/lib/contract/routes";
import { formatCount, formatDay, formatMoney } from "@/lib/format";
import { grantOverviewQuery } from "@/lib/queries/grant";
import { useAccess } from "@/lib/queries/rp";
import { APPLICATIONS_URL, PROGRAMMES_URL } from "./grant-urls";
import { ProgrammeBudget } from "./programme-budget";
import { describeAward, formatApplicationCount } from "./programme-words";

const LINK_CLASS = "rounded-sm font-semibold text-primary hover:underline";

/** Renders the overview of grants: pending work, budgets and the grants pool. */
export function GrantOverviewScreen() {
  const { data, error, isFetching, refetch } = useQuery(grantOverviewQuery());
  if (data) return <Overview data={data} />;
  return error && <LoadFailedCard message={error.message} busy={isFetching} onRetry={refetch} />;
}

function Overview({ data }: { data: GrantOverview }) {
  const { applications, to_pay: toPay } = data;
  const mayScore = useAccess(routes.grant.review);
  const undecidedCount = (applications.submitted ?? 0) + (applications.shortlisted ?? 0);
  return (
    <>
      <StatTiles wide className="mb-5">
        {mayScore ? (
          <StatTile
            label="For me to score"
            value={formatCount(data.to_review)}
            href={`${APPLICATIONS_URL}?review=mine`}
            note={`${formatCount(undecidedCount)} undecided in all`}
          />
        ) : (
          <StatTile
            label="Undecided"
            value={formatCount(undecidedCount)}
            href={`${APPLICATIONS_URL}?state=submitted,shortlisted`}
          />
        )}
        <StatTile
          label="Ready to decide"
          value={formatCount(data.to_decide)}
          href={`${APPLICATIONS_URL}?state=shortlisted&review=in&sort=-score`}
          note="Shortlisted, both scores are in"
        />
        <StatTile
          label="Possible duplicates"
          value={formatCount(data.flagged)}
          href={`${APPLICATIONS_URL}?duplicate=any&state=submitted,shortlisted`}
          tone={data.flagged > 0 ? "warning" : "neutral"}
          note="Flagged and undecided"
        />
        <StatTile
          label="Ready to pay"
          value={<CompactMoney kobo={toPay.amount} />}
          href={`${APPLICATIONS_URL}?unpaid=true`}
          note={`${formatCount(toPay.applications)} approved`}
        />
        {data.failed > 0 && (
          <StatTile
            label="Payments failed"
            value={formatCount(data.failed)}
            href={`${APPLICATIONS_URL}?state=payment_failed`}
            tone="danger"
            note="Retry or reject them"
          />
        )}
      </StatTiles>
      <div className="mb-5 grid items-start gap-5 xl:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <Card>
          <CardHeader
            title="Running programmes"
            description={`${formatMoney(data.pool_available)} free in the grants pool`}
          />
          <div className="px-5 pb-5">
            <ProgrammeBudget budget={data.budget} committed={data.committed} paid={data.paid} />
          </div>
        </Card>
        <ListPreviewCard
          title="Programmes"
          all={{ href: allRowsUrl(PROGRAMMES_URL), label: "All programmes" }}
          empty="No open programmes."
        >
          {data.programmes.map((programme) => (
            <li key={programme.id} className="flex flex-wrap items-center gap-x-4 gap-y-1.5 px-5 py-3">
              <div className="min-w-0 grow basis-52">
                <HoverLink href={recordUrl("grant_programme", programme.id)} className={LINK_CLASS}>
                  {programme.name}
                </HoverLink>
                <p className="text-muted">{describeAward(programme)}</p>
              </div>
              <StatusBadge status={programme.state} />
              <p className="tabular-nums">{formatApplicationCount(programme)}</p>
              <div className="w-36">
                <ProgrammeBudget {...programme} compact />
              </div>
            </li>
          ))}
        </ListPreviewCard>
      </div>
      <Card className="mb-5">
        <CardHeader title="Applications by day" />
        <div className="px-5 pb-5">
          <BarChart
            caption="Applications submitted on each day"
            axis="Day"
            series={[{ name: "Applications", className: "fill-primary" }]}
            points={data.by_day.map(({ day, applications: count }) => ({ label: formatDay(day), values: [count] }))}
          />
        </div>
      </Card>
    </>
  );
}
