import { Card, CardHeader } from "@/components/ui/card";
import { HoverLink } from "@/components/ui/hover-link";
import type { ProgrammeDetails } from "@/lib/contract/grant";
import { APPLICATION_STATES } from "@/lib/contract/grant.values";
import { formatCount } from "@/lib/format";
import { APPLICATIONS_URL, PAYOUTS_URL } from "./grant-urls";
import { applicationStateLabel } from "./grant-words";
import { ProgrammeBudget } from "./programme-budget";

const LINK_CLASS = "rounded-sm font-semibold text-primary text-sm hover:underline";

/** Shows a programme's budget, and its applications by state, each linking to the list. */
export function ProgrammeApplicationProgress({ programme }: { programme: ProgrammeDetails }) {
  const programmeFilter = `programme=${programme.id}`;
  return (
    <div className="mb-5 grid gap-5 xl:grid-cols-2">
      <Card>
        <CardHeader
          title="Budget"
          actions={
            <HoverLink href={`${PAYOUTS_URL}?${programmeFilter}`} className={LINK_CLASS}>
              Payouts
            </HoverLink>
          }
        />
        <div className="px-5 pb-5">
          <ProgrammeBudget budget={programme.budget} committed={programme.committed} paid={programme.paid} />
        </div>
      </Card>
      <Card>
        <CardHeader
          title="Applications"
          actions={
            <HoverLink href={`${APPLICATIONS_URL}?${programmeFilter}`} className={LINK_CLASS}>
              All applications
            </HoverLink>
          }
        />
        <ul className="grid grid-cols-2 gap-x-6 gap-y-2 px-5 pb-5 text-sm sm:grid-cols-3">
          {APPLICATION_STATES.map((state) => (
            <li key={state} className="flex items-baseline justify-between gap-2">
              <HoverLink href={`${APPLICATIONS_URL}?${programmeFilter}&state=${state}`} className={LINK_CLASS}>
                {applicationStateLabel(state)}
              </HoverLink>
              <span className="tabular-nums">{formatCount(programme.applications[state] ?? 0)}</span>
            </li>
          ))}
        </ul>
      </Card>
    </div>
  );
}
