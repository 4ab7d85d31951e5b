"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { DateTime } from "@/components/common/date-time";
import { LoadFailed } from "@/components/common/states";
import { TablePager } from "@/components/common/table/pager";
import { Card, CardHeader } from "@/components/ui/card";
import { HoverLink } from "@/components/ui/hover-link";
import { Skeleton } from "@/components/ui/skeleton";
import type { ScanConflict } from "@/lib/contract/event-gate";
import { recordUrl } from "@/lib/contract/records";
import { adminLabel } from "@/lib/format";
import { scanConflictsQuery } from "@/lib/queries/event-gate";

import { describeScanResult } from "./gate-words";

const PAGE_SIZE = 20;

/**
 * Lists tickets that offline gates admitted twice or by mistake. @param count number of wrongly admitted tickets; 0 renders nothing
 */
export function WrongAdmissionsList({ eventId, count }: { eventId: string; count: number }) {
  const [pageRequest, setPageRequest] = useState({ page: 0, size: PAGE_SIZE });
  const { data, error, refetch, isFetching } = useQuery({
    ...scanConflictsQuery({ eventId, ...pageRequest }),
    enabled: count > 0,
  });
  // Refetches the list when the count changes, which happens after an offline gate has sent its scans.
  useEffect(() => {
    if (count > 0) void refetch({ cancelRefetch: false });
  }, [count, refetch]);
  if (count === 0) return null;
  return (
    <Card id="let-in-twice">
      <CardHeader
        title="Let in twice or by mistake"
        description="Let in by an offline gate, which could not check with the others."
      />
      {data ? (
        <>
          <ul aria-label="Let in twice or by mistake" className="divide-y border-t">
            {data.items.map((conflict) => (
              <ConflictItem key={conflict.id} conflict={conflict} />
            ))}
          </ul>
          {data.total > PAGE_SIZE && (
            <TablePager
              page={pageRequest.page + 1}
              data={data}
              onPage={(page) => setPageRequest({ ...pageRequest, page: page - 1 })}
              onSize={(size) => setPageRequest({ page: 0, size })}
            />
          )}
        </>
      ) : error ? (
        <LoadFailed message={error.message} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="mx-5 mb-5 h-12" />
      )}
    </Card>
  );
}

function ConflictItem({ conflict }: { conflict: ScanConflict }) {
  const { ticket, result, gate, by, scanned_at, first } = conflict;
  return (
    <li className="px-5 py-3 text-sm wrap-anywhere">
      <p className="font-semibold">
        {ticket ? (
          <HoverLink href={recordUrl("ticket", ticket.id)} className="rounded-sm text-primary hover:underline">
            {ticket.holder} · {ticket.reference}
          </HoverLink>
        ) : (
          "No ticket has this code"
        )}
      </p>
      {ticket && <p>{ticket.type}</p>}
      <p>
        Let in at {gate} by {adminLabel(by)}, <DateTime at={scanned_at} />
      </p>
      <p className="font-medium text-danger">{describeScanResult({ result, at: first?.at, gate: first?.gate })}</p>
    </li>
  );
}
