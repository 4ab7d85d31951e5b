import { StatTile, StatTiles } from "@/components/common/stat-tile";
import type { IreportStats } from "@/lib/contract/ireport-figures";
import { formatCount, formatMinutes, pluralize } from "@/lib/format";
import {
  ACKNOWLEDGED_REPORTS_FILTER,
  LATE_REPORTS_FILTER,
  OPEN_REPORTS_FILTER,
  reportListUrl,
  submittedReportsFilter,
} from "./ireport-overview-params";

type PeriodFigures = { now: number | null; before: number | null };

/** Renders the key figures of reports. Each figure links to the reports that it counts. */
export function IreportOverviewTiles({ stats }: { stats: IreportStats }) {
  const period = submittedReportsFilter(stats);
  const { rating } = stats;
  return (
    <StatTiles className="mb-5">
      <StatTile
        label="New"
        value={formatCount(stats.submitted.now)}
        href={reportListUrl(period)}
        note={previousText(stats.submitted, formatCount)}
        change={toChange(stats.submitted)}
      />
      <StatTile
        label="Open"
        value={formatCount(stats.open)}
        href={reportListUrl(OPEN_REPORTS_FILTER)}
        note={`${formatCount(stats.unassigned)} unassigned, ${formatCount(stats.waiting_for_citizen)} waiting for the citizen`}
      />
      <StatTile
        label="Late"
        value={formatCount(stats.late)}
        href={reportListUrl(LATE_REPORTS_FILTER)}
        tone={stats.late > 0 ? "danger" : "neutral"}
        note={`${formatCount(stats.escalated)} escalated`}
      />
      <StatTile
        label="Resolved"
        value={formatCount(stats.resolved.now)}
        href={reportListUrl({ state: "resolved" })}
        note={previousText(stats.resolved, formatCount)}
        change={toChange(stats.resolved)}
      />
      <StatTile
        label="Median time to acknowledge"
        value={formatOrNone(stats.acknowledge_minutes.now, formatMinutes)}
        href={reportListUrl(ACKNOWLEDGED_REPORTS_FILTER, period)}
        note={previousText(stats.acknowledge_minutes, formatMinutes)}
        change={toChange(stats.acknowledge_minutes)}
      />
      <StatTile
        label="Median time to resolve"
        value={formatOrNone(stats.resolve_minutes.now, formatMinutes)}
        href={reportListUrl({ state: "resolved" }, period)}
        note={previousText(stats.resolve_minutes, formatMinutes)}
        change={toChange(stats.resolve_minutes)}
      />
      <StatTile
        label="Reopened"
        value={formatCount(stats.reopened.now)}
        href={reportListUrl({ reopened: "true" })}
        note={previousText(stats.reopened, formatCount)}
        change={toChange(stats.reopened)}
      />
      <StatTile
        label="Rating"
        value={formatOrNone(rating.now, formatStars)}
        href={reportListUrl({ state: "resolved" })}
        note={`${pluralize(rating.count, "rating")}, ${previousText(rating, formatStars)}`}
      />
    </StatTiles>
  );
}

const formatStars = (average: number) => `${average.toFixed(1)} of 5`;
const formatOrNone = (value: number | null, words: (value: number) => string) => (value === null ? "–" : words(value));
const toChange = ({ now, before }: PeriodFigures) => (now === null || before === null ? undefined : { now, before });

/** Formats the figure of the previous period: `previously 12`, or "no previous data". */
const previousText = ({ before }: PeriodFigures, format: (value: number) => string) =>
  before === null ? "no previous data" : `previously ${format(before)}`;
