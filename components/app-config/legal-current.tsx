"use client";

import { useQuery } from "@tanstack/react-query";
import { AdminName } from "@/components/common/admin-name";
import { DateTime } from "@/components/common/date-time";
import { LoadFailed } from "@/components/common/states";
import type { TableColumn } from "@/components/common/table/column";
import { RowsTable } from "@/components/common/table/rows-table";
import { Badge } from "@/components/ui/badge";
import { Card, CardHeader } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import type { LegalAcceptanceStat } from "@/lib/contract/app-config";
import type { PublicationRow } from "@/lib/contract/content-entries";
import { LEGAL_CONTENT_ENTRY_IDS, type LegalKind } from "@/lib/contract/content-entries.values";
import { formatCount } from "@/lib/format";
import { legalAcceptanceStatsQuery } from "@/lib/queries/app-config";
import { contentEntryQuery } from "@/lib/queries/content-entries";

const NO_ACCEPTANCE_STATS: readonly LegalAcceptanceStat[] = [];

/** Lists all versions of a legal text: start date, whether users must accept it, and the share of users who have accepted it. */
export function LegalTextVersions({ kind }: { kind: LegalKind }) {
  const { data: entry } = useQuery(contentEntryQuery(kind, LEGAL_CONTENT_ENTRY_IDS[kind]));
  const stats = useQuery(legalAcceptanceStatsQuery(kind));
  if (stats.error && !stats.data)
    return <LoadFailed message={stats.error.message} busy={stats.isFetching} onRetry={() => void stats.refetch()} />;
  if (!entry) return <Skeleton className="h-32" />;
  return (
    <Card>
      <CardHeader title="Versions" />
      {entry.publications.length === 0 ? (
        <p className="px-5 pb-5 text-muted">Nothing is published yet. Write the text below and publish it.</p>
      ) : (
        <RowsTable
          label="Versions"
          columns={buildColumns(entry.live_number, stats.data?.items ?? NO_ACCEPTANCE_STATS)}
          rows={entry.publications}
          rowId={({ number }) => String(number)}
        />
      )}
    </Card>
  );
}

const buildColumns = (
  live: number | null,
  stats: readonly LegalAcceptanceStat[],
): readonly TableColumn<PublicationRow>[] => [
  {
    id: "version",
    header: "Version",
    cell: ({ number, withdrawn_at, from }) => (
      <span className="inline-flex flex-wrap items-center gap-2 font-semibold">
        {number}
        {number === live && <Badge tone="success">In force</Badge>}
        {withdrawn_at && <Badge>Cancelled</Badge>}
        {number !== live && !withdrawn_at && Date.parse(from) > Date.now() && <Badge tone="info">Scheduled</Badge>}
      </span>
    ),
  },
  { id: "from", header: "Effective", cell: ({ from }) => <DateTime at={from} /> },
  { id: "must-accept", header: "Must be accepted", cell: ({ must_accept }) => (must_accept ? "Yes" : "No") },
  {
    id: "accepted",
    header: "Accepted by",
    cell: ({ number }) => {
      const acceptance = stats.find((each) => each.number === number);
      return acceptance && <AcceptanceShare stat={acceptance} />;
    },
  },
  { id: "published-by", header: "Published by", cell: ({ published_by }) => <AdminName admin={published_by} /> },
];

function AcceptanceShare({ stat: { accepted, of, number } }: { stat: LegalAcceptanceStat }) {
  return (
    <span className="block min-w-36">
      {formatCount(accepted)} of {formatCount(of)}
      <progress
        aria-label={`Share of users who accepted version ${number}`}
        value={accepted}
        max={Math.max(of, 1)}
        className="mt-1 block h-1.5 w-full accent-primary"
      />
    </span>
  );
}
