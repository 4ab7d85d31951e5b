"use client";

import { useQuery } from "@tanstack/react-query";
import { StatTile, StatTiles } from "@/components/common/stat-tile";
import { APPROVAL_KINDS, mayDecide } from "@/lib/contract/approvals.values";
import { routes } from "@/lib/contract/routes";
import { formatCount } from "@/lib/format";
import { waitingApprovalsQuery } from "@/lib/queries/approvals";
import type { OverviewFigures } from "@/lib/queries/overview";
import { accessQuery, useAccess } from "@/lib/queries/rp";
import { OPEN_REPORTS_FILTER, REPORTS_URL } from "./report-figures";

const KYC_URL = "/dashboard/kyc-management";
export const OPEN_KYC_FILTER = "state=pending,in_review";

/** Renders the admin's own open work. Renders nothing for admins who can neither decide nor be assigned anything. */
export function WaitingForMe(figures: Pick<OverviewFigures, "kyc" | "ireports">) {
  const rights = useQuery(accessQuery()).data?.features ?? [];
  const kyc = useAccess(routes.kyc.assign) ? figures.kyc : undefined;
  const ireports = useAccess(routes.ireport.assign) ? figures.ireports : undefined;
  const waiting = useQuery(waitingApprovalsQuery()).data?.waiting ?? 0;
  const mayDecideAny = APPROVAL_KINDS.some((kind) => mayDecide(kind, rights));
  if (!mayDecideAny && !kyc && !ireports) return null;
  return (
    <section aria-labelledby="waiting" className="mb-8">
      <h2 id="waiting" className="mb-3 text-lg font-bold">
        Waiting for me
      </h2>
      <StatTiles>
        {mayDecideAny && (
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
            href={`${KYC_URL}?${OPEN_KYC_FILTER}&assignee=me`}
            note={kyc.mine > 0 ? "Assigned to me and open" : "Nothing assigned to me"}
          />
        )}
        {ireports && (
          <StatTile
            label="My reports"
            value={formatCount(ireports.mine)}
            href={`${REPORTS_URL}?${OPEN_REPORTS_FILTER}&owner=me`}
            tone={ireports.mine_late > 0 ? "danger" : "neutral"}
            note={reportsNote(ireports)}
          />
        )}
      </StatTiles>
    </section>
  );
}

const reportsNote = ({ mine, mine_late }: NonNullable<OverviewFigures["ireports"]>) =>
  mine === 0 ? "Nothing assigned to me" : mine_late > 0 ? `${formatCount(mine_late)} late` : "Assigned to me and open";
