import { StatTile } from "@/components/common/stat-tile";
import { IREPORT_OPEN_STATES } from "@/lib/contract/ireport.values";
import { formatCount, lagosDayBack } from "@/lib/format";
import type { OverviewFigures } from "@/lib/queries/overview";

export const REPORTS = "/dashboard/ireports/all";
export const OPEN_REPORTS = `state=${IREPORT_OPEN_STATES.join(",")}`;

/** Days that the figures of new reports look back, today included. */
const NEW_DAYS = 7;

/** What citizens reported, and what of it waits. */
export function ReportFigures({ ireports }: { ireports: NonNullable<OverviewFigures["ireports"]> }) {
  const { open, unassigned, late, new_7_days, previous_7_days } = ireports;
  return (
    <section aria-labelledby="reports" className="mt-8">
      <h2 id="reports" className="mb-3 text-lg font-bold">
        Reports from citizens
      </h2>
      <div className="grid grid-cols-2 gap-4 xl:grid-cols-4">
        <StatTile
          label="Open reports"
          value={formatCount(open)}
          href={`${REPORTS}?${OPEN_REPORTS}`}
          note={unassigned > 0 ? `${formatCount(unassigned)} unassigned` : "None unassigned"}
        />
        <StatTile
          label="Late reports"
          value={formatCount(late)}
          href={`${REPORTS}?late=true`}
          tone={late > 0 ? "danger" : "neutral"}
          note={late > 0 ? "Past a deadline" : "All within their deadlines"}
        />
        <StatTile
          label="New reports"
          value={formatCount(new_7_days)}
          href={`${REPORTS}?submitted_from=${lagosDayBack(NEW_DAYS - 1)}`}
          note="in 7 days"
          change={{ now: new_7_days, before: previous_7_days }}
        />
      </div>
    </section>
  );
}
