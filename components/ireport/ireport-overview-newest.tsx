"use client";

import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { X } from "lucide-react";
import { RelativeTime } from "@/components/common/relative-time";
import { LoadFailed } from "@/components/common/states";
import { StatusBadge } from "@/components/common/status-badge";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { Card, CardHeader } from "@/components/ui/card";
import { HoverLink } from "@/components/ui/hover-link";
import { Skeleton } from "@/components/ui/skeleton";
import type { IreportRow } from "@/lib/contract/ireport-row";
import type { Lga } from "@/lib/contract/lgas.values";
import { recordUrl } from "@/lib/contract/records";
import { ireportListQuery } from "@/lib/queries/ireport";
import { usePollIreportChanges } from "@/lib/queries/ireport-pulse";
import { IreportEscalatedReopenedIcons } from "./ireport-badges";
import { newestReportsInput, reportListUrl } from "./ireport-overview-params";

/** Number of reports that fit beside the map. */
const ROW_COUNT = 10;

/** Lists the newest reports, or those of the LGA selected on the map. */
export function IreportOverviewNewest({ lga, onClear }: { lga?: Lga; onClear: () => void }) {
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(ireportListQuery(newestReportsInput(lga)));
  usePollIreportChanges(data?.mark);
  return (
    <Card className="flex flex-col">
      <CardHeader
        title={lga ? `Newest in ${lga}` : "Newest reports"}
        actions={
          <span className="flex flex-wrap gap-1.5">
            {lga && (
              <Button size="sm" variant="ghost" onClick={onClear}>
                <X aria-hidden="true" /> All LGAs
              </Button>
            )}
            <ButtonLink size="sm" href={reportListUrl({ sort: "-submitted_at" }, lga ? { lga } : {})}>
              Open list
            </ButtonLink>
          </span>
        }
      />
      {data ? (
        <ul
          aria-busy={isFetching || undefined}
          className={clsx(
            "grow divide-y divide-border border-t border-border text-sm transition-[filter]",
            isPlaceholderData && "grayscale delay-100",
          )}
        >
          {data.items.slice(0, ROW_COUNT).map((report) => (
            <ReportItem key={report.id} report={report} />
          ))}
          {data.items.length === 0 && (
            <li className="px-5 py-6 text-muted">{lga ? `No reports from ${lga}.` : "No reports yet."}</li>
          )}
        </ul>
      ) : error ? (
        <LoadFailed message={error.message} busy={isFetching} onRetry={refetch} />
      ) : (
        <ListSkeleton />
      )}
    </Card>
  );
}

const ReportItem = ({ report }: { report: IreportRow }) => (
  <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-0.5 px-5 py-2.5">
    <span className="flex min-w-0 items-center gap-2">
      <HoverLink
        href={recordUrl("ireport", report.id)}
        title={report.title}
        className="rounded-sm font-semibold text-primary hover:underline max-sm:line-clamp-2 sm:truncate"
      >
        {report.title}
      </HoverLink>
      <IreportEscalatedReopenedIcons report={report} />
    </span>
    <StatusBadge status={report.state} />
    <span className="truncate text-muted">
      {report.number} · {report.category.name} · {report.lga}
    </span>
    <span className="justify-self-end text-muted">
      <RelativeTime at={report.submitted_at} />
    </span>
  </li>
);

const ListSkeleton = () => (
  <div className="grow space-y-3 border-t border-border px-5 py-4">
    {Array.from({ length: ROW_COUNT }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: bars without a content
      <Skeleton key={index} className="h-9 rounded-md" />
    ))}
  </div>
);
