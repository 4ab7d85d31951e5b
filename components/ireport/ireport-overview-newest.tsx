"use client";

import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { X } from "lucide-react";
import { Ago } from "@/components/common/ago";
import { LoadFailed } from "@/components/common/states";
import { StatusBadge } from "@/components/common/status-badge";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { Card, CardHeader } from "@/components/ui/card";
import { HoverLink } from "@/components/ui/hover-link";
import { Skeleton } from "@/components/ui/skeleton";
import type { IreportRow } from "@/lib/contract/ireport-row";
import type { Lga } from "@/lib/contract/kyc.values";
import { recordUrl } from "@/lib/contract/records";
import { ireportListQuery } from "@/lib/queries/ireport";
import { useIreportPulse } from "@/lib/queries/ireport-pulse";
import { IreportMarks } from "./ireport-badges";
import { newestInput, reportsWith } from "./ireport-overview-params";

/** Number of reports that fit beside the map. */
const SHOWN = 10;

/** Lists the newest reports, or those of the LGA selected on the map. */
export function IreportOverviewNewest({ lga, onClear }: { lga?: Lga; onClear: () => void }) {
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(ireportListQuery(newestInput(lga)));
  useIreportPulse(data?.mark);
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
            <ButtonLink size="sm" href={reportsWith({ sort: "-submitted_at" }, lga ? { lga } : {})}>
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
          {data.items.slice(0, SHOWN).map((report) => (
            <Row key={report.id} report={report} />
          ))}
          {data.items.length === 0 && (
            <li className="px-5 py-6 text-muted">{lga ? `No reports from ${lga}.` : "No reports yet."}</li>
          )}
        </ul>
      ) : error ? (
        <LoadFailed message={error.message} busy={isFetching} onRetry={refetch} />
      ) : (
        <Waiting />
      )}
    </Card>
  );
}

const Row = ({ report }: { report: IreportRow }) => (
  <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-0.5 px-5 py-2.5">
    <span className="flex min-w-0 items-center gap-2">
      <HoverLink
        href={recordUrl("ireport", report.id)}
        title={report.title}
        className="rounded-sm font-semibold text-primary hover:underline max-sm:line-clamp-2 sm:truncate"
      >
        {report.title}
      </HoverLink>
      <IreportMarks report={report} />
    </span>
    <StatusBadge status={report.state} />
    <span className="truncate text-muted">
      {report.number} · {report.category.name} · {report.lga}
    </span>
    <span className="justify-self-end text-muted">
      <Ago at={report.submitted_at} />
    </span>
  </li>
);

const Waiting = () => (
  <div className="grow space-y-3 border-t border-border px-5 py-4">
    {Array.from({ length: SHOWN }, (_, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: bars without a content
      <Skeleton key={at} className="h-9 rounded-md" />
    ))}
  </div>
);
