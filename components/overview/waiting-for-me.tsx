"use client";

import { useQuery } from "@tanstack/react-query";
import { StatTile, StatTiles } from "@/components/common/stat-tile";
import { APPROVAL_KINDS, mayDecide } from "@/lib/contract/approvals.values";
import { routes } from "@/lib/contract/routes";
import { formatCount } from "@/lib/format";
import { waitingApprovalsQuery } from "@/lib/queries/approvals";
import type { OverviewFigures } from "@/lib/queries/overview";
import { accessQuery, useMay } from "@/lib/queries/rp";
import { OPEN_REPORTS, REPORTS } from "./report-figures";

const KYC = "/dashboard/kyc-management";
export const OPEN = "state=pending,in_review";

/** Renders the admin's own open work. Renders nothing for admins who decide nothing and can't be assigned anything. */
export function WaitingForMe(figures: Pick<OverviewFigures, "kyc" | "ireports">) {
  const rights = useQuery(accessQuery()).data?.features ?? [];
  const kyc = useMay(routes.kyc.assign) ? figures.kyc : undefined;
  const ireports = useMay(routes.ireport.assign) ? figures.ireports : undefined;
  const waiting = useQuery(waitingApprovalsQuery()).data?.waiting ?? 0;
  const decides = APPROVAL_KINDS.some((kind) => mayDecide(kind, rights));
  if (!decides && !kyc && !ireports) return null;
  return (
    <section aria-labelledby="waiting" className="mb-8">
      <h2 id="waiting" className="mb-3 text-lg font-bold">
        Waiting for me
      </h2>
      <StatTiles>
        {decides && (
          <StatTile
            label="Approvals"
            value={formatCount(waiting)}
            href="/dashboard/approvals"
            tone={waiting > 0 ? "warning" : "neutral"}
            note={waiting > 0 ? "Requested by others" : "Nothing to decide"}
          />
        )}
        {kyc && (
          <StatTile
            label="My KYC cases"
            value={formatCount(kyc.mine)}
            href={`${KYC}?${OPEN}&assignee=me`}
            note={kyc.mine > 0 ? "Assigned to me and open" : "Nothing assigned to me"}
          />
        )}
        {ireports && (
          <StatTile
            label="My reports"
            value={formatCount(ireports.mine)}
            href={`${REPORTS}?${OPEN_REPORTS}&owner=me`}
            tone={ireports.mine_late > 0 ? "danger" : "neutral"}
            note={noteOf(ireports)}
          />
        )}
      </StatTiles>
    </section>
  );
}

const noteOf = ({ mine, mine_late }: NonNullable<OverviewFigures["ireports"]>) =>
  mine === 0 ? "Nothing assigned to me" : mine_late > 0 ? `${formatCount(mine_late)} late` : "Assigned to me and open";
