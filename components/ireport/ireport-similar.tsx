"use client";

import { useQuery } from "@tanstack/react-query";
import { RelativeTime } from "@/components/common/relative-time";
import { LoadFailed } from "@/components/common/states";
import { StatusBadge } from "@/components/common/status-badge";
import { Button } from "@/components/ui/button";
import { HoverLink } from "@/components/ui/hover-link";
import { Skeleton } from "@/components/ui/skeleton";
import type { IreportDetails, SimilarIreport } from "@/lib/contract/ireport";
import { recordUrl } from "@/lib/contract/records";
import { pluralize } from "@/lib/format";
import { similarIreportsQuery } from "@/lib/queries/ireport-record";
import type { OriginalReport } from "./ireport-duplicate-dialog";

type Props = {
  report: IreportDetails;
  /** Opens the duplicate dialog; omitted if the report can't be marked as a duplicate now. */
  onDuplicate?: (original: OriginalReport) => void;
};

/** Lists reports similar to this one. A button marks this report as a duplicate of a similar one, after a confirmation. */
export function SimilarIreports({ report, onDuplicate }: Props) {
  const { data, error, isFetching, refetch } = useQuery(similarIreportsQuery(report.id));
  const duplicates = new Set(report.duplicates.map(({ id }) => id));
  const otherReports = data?.filter(({ id }) => !duplicates.has(id) && id !== report.original?.id);
  if (error && !data) return <LoadFailed message={error.message} busy={isFetching} onRetry={refetch} />;
  if (!otherReports) return <Skeleton className="h-24" />;
  if (otherReports.length === 0) return <p className="text-sm text-muted">No similar reports in the last 30 days.</p>;
  return (
    <ul className="divide-y divide-border text-sm">
      {otherReports.map((other) => (
        <li key={other.id} className="flex items-start gap-x-3 py-2 first:pt-0 last:pb-0">
          <div className="min-w-0 flex-1">
            <p className="line-clamp-1">
              <HoverLink
                href={recordUrl("ireport", other.id)}
                className="rounded-sm font-semibold text-primary underline-offset-4 hover:underline"
              >
                {other.number}
              </HoverLink>{" "}
              {other.title}
            </p>
            <p className="flex flex-wrap items-center gap-x-1.5 text-muted">
              <StatusBadge status={other.state} /> {describeDistance(other)} · <RelativeTime at={other.submitted_at} />
            </p>
          </div>
          {onDuplicate && other.can_be_original && (
            <Button size="sm" aria-label={`Duplicate of ${other.number}`} onClick={() => onDuplicate(other)}>
              Duplicate of
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Formats the distance of two reports: "120 m", "1.4 km", or the LGA if one report has no point. */
const describeDistance = ({ distance, lga }: SimilarIreport) =>
  distance === null ? lga : distance < 1 ? `${Math.round(distance * 100) * 10} m` : `${distance.toFixed(1)} km`;

/** Lists the duplicates of this report. The reporters of duplicates receive the updates of this report. */
export function IreportDuplicates({ duplicates }: Pick<IreportDetails, "duplicates">) {
  if (duplicates.length === 0) return null;
  return (
    <div className="mb-3 border-b border-border pb-3 text-sm">
      <h3 className="text-muted">
        {pluralize(duplicates.length, "duplicate of this report", "duplicates of this report")}
      </h3>
      <ul className="mt-1 max-h-40 space-y-1 overflow-y-auto">
        {duplicates.map(({ id, number, title }) => (
          <li key={id} className="truncate">
            <HoverLink
              href={recordUrl("ireport", id)}
              className="rounded-sm font-semibold text-primary underline-offset-4 hover:underline"
            >
              {number}
            </HoverLink>{" "}
            {title}
          </li>
        ))}
      </ul>
    </div>
  );
}
