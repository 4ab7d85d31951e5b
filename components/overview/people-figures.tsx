import { BarChart } from "@/components/common/chart/bar-chart";
import { StatTile, StatTiles } from "@/components/common/stat-tile";
import { Card, CardHeader } from "@/components/ui/card";
import { NEW_USER_DAYS } from "@/lib/contract/user.values";
import { formatCompact, formatCount, formatDay, lagosDay, lagosDayBefore } from "@/lib/format";
import type { OverviewFigures } from "@/lib/queries/overview";
import { OPEN_KYC_FILTER } from "./waiting-for-me";

const KYC_URL = "/dashboard/kyc-management";
const USERS_URL = "/dashboard/user-management/users";

/** Renders the figures of users and identity requests; each tile links to the list that it counts. */
export function PeopleFigures({ kyc, users }: Pick<OverviewFigures, "kyc" | "users">) {
  const today = lagosDay(Date.now());
  return (
    <section aria-labelledby="people">
      <h2 id="people" className="mb-3 text-lg font-bold">
        People
      </h2>
      <StatTiles className="mb-5">
        {users && (
          <StatTile
            label="New users"
            value={formatCompact(users.new_30_days)}
            href={`${USERS_URL}?joined_from=${lagosDayBefore(NEW_USER_DAYS - 1)}`}
            note={`in ${NEW_USER_DAYS} days, ${formatCount(users.total)} in all`}
            change={{ now: users.new_30_days, before: users.previous_30_days }}
          />
        )}
        {kyc && (
          <>
            <StatTile label="KYC waiting" value={formatCount(kyc.waiting)} href={`${KYC_URL}?${OPEN_KYC_FILTER}`} />
            <StatTile
              label="KYC late"
              value={formatCount(kyc.late)}
              href={`${KYC_URL}?late=true`}
              tone={kyc.late > 0 ? "danger" : "neutral"}
            />
            <StatTile label="KYC decided today" value={formatCount(kyc.decided_today)} note={formatDay(today)} />
          </>
        )}
      </StatTiles>
      {kyc && (
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
              points={kyc.days.map(({ day, submitted, decided }) => ({
                label: formatDay(day),
                values: [submitted, decided],
              }))}
            />
          </div>
        </Card>
      )}
    </section>
  );
}
