"use client";

import { useQuery } from "@tanstack/react-query";
import { useDebouncedValue } from "@/components/common/form/use-debounced";
import { Skeleton } from "@/components/ui/skeleton";
import type { BroadcastAudience } from "@/lib/contract/app-config-broadcasts";
import { formatCount } from "@/lib/format";
import { audienceCountQuery } from "@/lib/queries/broadcasts";
import { selectedIdsOfAudience } from "./broadcast-draft";
import { formatDeviceCount, formatPeopleCount } from "./broadcast-words";

/** Shows how many people and devices an audience has, and whether a notification to this audience needs approval. */
export function BroadcastAudienceCount({ audience }: { audience: BroadcastAudience }) {
  const debounced = useDebouncedValue(audience);
  const { data, error, isFetching } = useQuery({ ...audienceCountQuery(debounced), enabled: hasAudience(debounced) });
  if (!hasAudience(audience)) return <p className="mt-3 text-muted text-sm">Choose an audience to see its size.</p>;
  if (error && !data) return <p className="mt-3 text-danger text-sm">Couldn't count: {error.message}</p>;
  if (!data) return <Skeleton className="mt-3 h-5 w-56" />;
  const isStale = isFetching || debounced !== audience;
  return (
    <div role="status" aria-busy={isStale} className={`mt-3 text-sm ${isStale ? "text-muted" : ""}`}>
      <p>
        <strong className="tabular-nums">{formatPeopleCount(data.people)}</strong>,{" "}
        <strong className="tabular-nums">{formatDeviceCount(data.devices)}</strong>.
        {data.without_device > 0 && ` ${formatPeopleCount(data.without_device)} without a device.`}
      </p>
      {data.people > data.approval_above && (
        <p className="mt-1 text-muted">
          A second admin must approve it: it reaches more than {formatCount(data.approval_above)} people.
        </p>
      )}
    </div>
  );
}

const hasAudience = (audience: BroadcastAudience) =>
  audience.kind === "everybody" || selectedIdsOfAudience(audience).length > 0;
