"use client";

import { useQuery } from "@tanstack/react-query";
import { CopyButton } from "@/components/common/copy-button";
import { DateTime } from "@/components/common/date-time";
import { LoadFailed } from "@/components/common/states";
import { StatusBadge } from "@/components/common/status-badge";
import { Dialog } from "@/components/ui/dialog";
import { HoverLink } from "@/components/ui/hover-link";
import { Skeleton } from "@/components/ui/skeleton";
import { titleCase, withLagosTime } from "@/lib/format";
import { auditTrailQuery } from "@/lib/queries/system-logs";
import { ActionName } from "./action-name";
import { RecordLink } from "./record-link";

/** One audit row: who, where from, and field by field what changed. */
export function AuditTrailDrawer({ auditTrailId, onClose }: { auditTrailId: string; onClose: () => void }) {
  const { data, error, isFetching, refetch } = useQuery(auditTrailQuery(auditTrailId));
  return (
    <Dialog open onOpenChange={onClose} side="right" title={data ? data.action_words : "Audit row"}>
      {error && !data && <LoadFailed message={error.message} busy={isFetching} onRetry={refetch} />}
      {!data && !error && <Skeleton className="h-64 w-full" />}
      {data && (
        <div className="space-y-6">
          <dl className="grid grid-cols-[7rem_minmax(0,1fr)] gap-y-2 text-sm [&_dd]:font-medium [&_dd]:break-words [&_dt]:text-muted">
            <dt>Outcome</dt>
            <dd>
              <StatusBadge status={data.outcome} />
            </dd>
            {data.refusal && (
              <>
                <dt>Why refused</dt>
                <dd>{data.refusal}</dd>
              </>
            )}
            <dt>When</dt>
            <dd>
              <DateTime at={data.at} seconds />
            </dd>
            <dt>Admin</dt>
            <dd>
              {data.admin ? (
                <HoverLink
                  href={`/dashboard/system-logs/user-activities/${data.admin.id}`}
                  className="rounded-sm text-primary hover:underline"
                >
                  {data.admin.name}
                </HoverLink>
              ) : (
                data.actor
              )}
            </dd>
            <dt>Record</dt>
            <dd>
              <RecordLink record={data.record} />
              {data.record && (
                <HoverLink
                  href={`/dashboard/system-logs/audit-trails?record_type=${data.record.type}&record_id=${encodeURIComponent(data.record.id)}`}
                  className="block rounded-sm text-primary hover:underline"
                >
                  All entries of this record
                </HoverLink>
              )}
            </dd>
            <dt>Action</dt>
            <dd>
              <ActionName action={data.action} words={data.action_words} />
            </dd>
            <dt>Address</dt>
            <dd>{data.address}</dd>
            <dt>Device</dt>
            <dd>{data.device}</dd>
            <dt>Request</dt>
            <dd>{data.request_id}</dd>
            <dt>Row</dt>
            <dd>{data.id}</dd>
            <dt>Hash</dt>
            <dd className="flex items-center gap-1">
              <code className="truncate">{data.hash}</code>
              <CopyButton value={data.hash} label="Copy hash" />
            </dd>
          </dl>
          <Changes changes={data.changes} />
        </div>
      )}
    </Dialog>
  );
}

/** Longer values, such as everybody who was added to a group, begin folded. */
const LONG = 300;

function Value({ text }: { text: string | null }) {
  if (text === null) return "–";
  if (text.length <= LONG) return withLagosTime(text);
  return (
    <details>
      <summary className="rounded-sm">{text.slice(0, LONG / 3)}…</summary>
      {text}
    </details>
  );
}

function Changes({ changes }: { changes: { field: string; before: string | null; after: string | null }[] }) {
  if (!changes.length) return <p className="text-sm text-muted">Nothing was changed.</p>;
  return (
    <table className="w-full table-fixed text-sm">
      <caption className="pb-2 text-left font-bold">What changed</caption>
      <thead>
        <tr className="text-left text-muted">
          <th scope="col" className="py-1.5 font-semibold">
            Field
          </th>
          <th scope="col" className="py-1.5 font-semibold">
            Before
          </th>
          <th scope="col" className="py-1.5 font-semibold">
            After
          </th>
        </tr>
      </thead>
      <tbody>
        {changes.map((change) => (
          <tr key={change.field} className="border-t border-border align-top">
            <th scope="row" className="py-2 pr-2 text-left font-medium">
              {titleCase(change.field)}
            </th>
            <td className="py-2 pr-2 break-words text-muted">
              <Value text={change.before} />
            </td>
            <td className="py-2 font-semibold break-words whitespace-pre-wrap">
              <Value text={change.after} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
