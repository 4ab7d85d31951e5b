import { StatTile, StatTiles } from "@/components/common/stat-tile";
import { IREPORT_OPEN_STATES } from "@/lib/contract/ireport.values";
import { formatCount, lagosDayBefore } from "@/lib/format";
import type { OverviewFigures } from "@/lib/queries/overview";

export const REPORTS_URL = "/dashboard/ireports/all";
export const OPEN_REPORTS_FILTER = `state=${IREPORT_OPEN_STATES.join(",")}`;

/** Days that the figures of new reports cover, today included. */
const NEW_DAYS = 7;

/** Renders the figures of citizens' reports; each tile links to the list that it counts. */
export function ReportFigures({ ireports }: { ireports: NonNullable<OverviewFigures["ireports"]> }) {
  const { open, unassigned, late, new_7_days, previous_7_days } = ireports;
  return (
    <section aria-labelledby="reports" className="mt-8">
      <h2 id="reports" className="mb-3 text-lg font-bold">
        Reports from citizens
      </h2>
      <StatTiles>
        <StatTile
          label="Open reports"
          value={formatCount(open)}
          href={`${REPORTS_URL}?${OPEN_REPORTS_FILTER}`}
          note={unassigned > 0 ? `${formatCount(unassigned)} unassigned` : "None unassigned"}
        />
        <StatTile
          label="Late reports"
          value={formatCount(late)}
          href={`${REPORTS_URL}?late=true`}
          tone={late > 0 ? "danger" : "neutral"}
          note={late > 0 ? "Past a deadline" : "All within their deadlines"}
        />
        <StatTile
          label="New reports"
          value={formatCount(new_7_days)}
          href={`${REPORTS_URL}?submitted_from=${lagosDayBefore(NEW_DAYS - 1)}`}
          note="in 7 days"
          change={{ now: new_7_days, before: previous_7_days }}
        />
      </StatTiles>
    </section>
  );
}
