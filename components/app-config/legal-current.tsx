"use client";

import { useQuery } from "@tanstack/react-query";
import { DateTime } from "@/components/common/date-time";
import { LoadFailed } from "@/components/common/states";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import type { AcceptanceStat } from "@/lib/contract/app-config";
import type { PublicationRow } from "@/lib/contract/entries";
import { LEGAL_ENTRY_IDS, type LegalKind } from "@/lib/contract/entries.values";
import { formatCount } from "@/lib/format";
import { acceptanceStatsQuery } from "@/lib/queries/app-config";
import { entryQuery } from "@/lib/queries/entries";

const NONE: readonly AcceptanceStat[] = [];

/** Every version: since when it holds, whether it must be accepted, and by how many of how many it was. */
export function LegalCurrent({ kind }: { kind: LegalKind }) {
  const { data: entry } = useQuery(entryQuery(kind, LEGAL_ENTRY_IDS[kind]));
  const stats = useQuery(acceptanceStatsQuery(kind));
  if (stats.error && !stats.data)
    return <LoadFailed message={stats.error.message} busy={stats.isFetching} onRetry={() => void stats.refetch()} />;
  if (!entry) return <Skeleton className="h-32" />;
  return (
    <Card className="overflow-x-auto p-5">
      <h2 className="mb-3 font-bold text-lg">Versions</h2>
      {entry.publications.length === 0 ? (
        <p className="text-muted">Nothing is published yet. Write the text below and publish it.</p>
      ) : (
        <table className="w-full text-sm">
          <thead>
            <tr className="text-left text-muted">
              {["Version", "Effective", "Must be accepted", "Accepted by", "Published by"].map((head) => (
                <th key={head} scope="col" className="py-1.5 pr-4 font-medium">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {entry.publications.map((version) => (
              <Row
                key={version.number}
                version={version}
                live={version.number === entry.live_number}
                stat={(stats.data?.items ?? NONE).find(({ number }) => number === version.number)}
              />
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}

function Row({ version, live, stat }: { version: PublicationRow; live: boolean; stat?: AcceptanceStat }) {
  return (
    <tr className="border-border border-t align-top">
      <th scope="row" className="py-2 pr-4 text-left font-semibold">
        <span className="inline-flex flex-wrap items-center gap-2">
          {version.number}
          {live && <Badge tone="success">In force</Badge>}
          {version.withdrawn_at && <Badge>Cancelled</Badge>}
          {!live && !version.withdrawn_at && Date.parse(version.from) > Date.now() && (
            <Badge tone="info">Scheduled</Badge>
          )}
        </span>
      </th>
      <td className="py-2 pr-4">
        <DateTime at={version.from} />
      </td>
      <td className="py-2 pr-4">{version.must_accept ? "Yes" : "No"}</td>
      <td className="py-2 pr-4">{stat && <Share stat={stat} />}</td>
      <td className="py-2">{version.published_by.name}</td>
    </tr>
  );
}

function Share({ stat: { accepted, of, number } }: { stat: AcceptanceStat }) {
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
