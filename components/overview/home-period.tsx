"use client";

import { DateRangeButton } from "@/components/common/dates-button";
import { PeriodLinks } from "@/components/common/period-links";
import { HOME_PERIOD_DAYS, type HomePeriodDays } from "@/lib/contract/overview.values";
import { formatDay } from "@/lib/format";
import type { HomeFigures, HomePeriod } from "@/lib/queries/overview";

const HOME_URL = "/dashboard";
const DAYS_LABELS: Record<HomePeriodDays, string> = { 1: "Today", 7: "7 days", 30: "30 days" };

const describeRange = (from: string, to: string) =>
  from === to ? formatDay(from) : `${formatDay(from)} to ${formatDay(to)}`;

type HomePeriodBarProps = {
  period: HomePeriod;
  /** Days that the server's figures cover; undefined until the figures are loaded. */
  days?: Pick<HomeFigures, "from" | "to" | "before_from" | "before_to">;
};

/** Selects the days of figures and charts, and shows the earlier days with which the figures are compared. */
export function HomePeriodBar({ period, days }: HomePeriodBarProps) {
  return (
    <div className="flex basis-full flex-wrap items-center gap-x-4 gap-y-2">
      <h2 className="mr-auto min-h-10 font-bold text-lg">
        Figures
        <span className="block font-normal text-muted text-sm">
          {days &&
            `${describeRange(days.from, days.to)}, compared with ${describeRange(days.before_from, days.before_to)}`}
        </span>
      </h2>
      <PeriodLinks
        periods={HOME_PERIOD_DAYS.map((each) => ({
          label: DAYS_LABELS[each],
          href: `${HOME_URL}?days=${each}`,
          current: period.days === each,
        }))}
      />
      <DateRangeButton path={HOME_URL} from={period.from} to={period.to} />
    </div>
  );
}
