import { StatTile, StatTiles } from "@/components/common/stat-tile";
import type { IreportStats } from "@/lib/contract/ireport-figures";
import { formatCount, formatMinutes, pluralize } from "@/lib/format";
import { ACKNOWLEDGED, LATE, OPEN, reportsWith, submittedIn } from "./ireport-overview-params";

type Figures = { now: number | null; before: number | null };

/** Renders the key figures; each tile links to its reports. */
export function IreportOverviewTiles({ stats }: { stats: IreportStats }) {
  const period = submittedIn(stats);
  const { rating } = stats;
  return (
    <StatTiles className="mb-5">
      <StatTile
        label="New"
        value={formatCount(stats.submitted.now)}
        href={reportsWith(period)}
        note={beforeWords(stats.submitted, formatCount)}
        change={changeOf(stats.submitted)}
      />
      <StatTile
        label="Open"
        value={formatCount(stats.open)}
        href={reportsWith(OPEN)}
        note={`${formatCount(stats.unassigned)} unassigned, ${formatCount(stats.waiting_for_citizen)} waiting for the citizen`}
      />
      <StatTile
        label="Late"
        value={formatCount(stats.late)}
        href={reportsWith(LATE)}
        tone={stats.late > 0 ? "danger" : "neutral"}
        note={`${formatCount(stats.escalated)} escalated`}
      />
      <StatTile
        label="Resolved"
        value={formatCount(stats.resolved.now)}
        href={reportsWith({ state: "resolved" })}
        note={beforeWords(stats.resolved, formatCount)}
        change={changeOf(stats.resolved)}
      />
      <StatTile
        label="Median time to acknowledge"
        value={inWords(stats.acknowledge_minutes.now, formatMinutes)}
        href={reportsWith(ACKNOWLEDGED, period)}
        note={beforeWords(stats.acknowledge_minutes, formatMinutes)}
        change={changeOf(stats.acknowledge_minutes)}
      />
      <StatTile
        label="Median time to resolve"
        value={inWords(stats.resolve_minutes.now, formatMinutes)}
        href={reportsWith({ state: "resolved" }, period)}
        note={beforeWords(stats.resolve_minutes, formatMinutes)}
        change={changeOf(stats.resolve_minutes)}
      />
      <StatTile
        label="Reopened"
        value={formatCount(stats.reopened.now)}
        href={reportsWith({ reopened: "true" })}
        note={beforeWords(stats.reopened, formatCount)}
        change={changeOf(stats.reopened)}
      />
      <StatTile
        label="Rating"
        value={inWords(rating.now, stars)}
        href={reportsWith({ state: "resolved" })}
        note={`${pluralize(rating.count, "rating")}, ${beforeWords(rating, stars)}`}
      />
    </StatTiles>
  );
}

const stars = (average: number) => `${average.toFixed(1)} of 5`;
const inWords = (value: number | null, words: (value: number) => string) => (value === null ? "–" : words(value));
const changeOf = ({ now, before }: Figures) => (now === null || before === null ? undefined : { now, before });

/** Formats the earlier figure: `previously 12`, or "no previous data". */
const beforeWords = ({ before }: Figures, words: (value: number) => string) =>
  before === null ? "no previous data" : `previously ${words(before)}`;
