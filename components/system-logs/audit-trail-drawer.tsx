"use client";

import { useQuery } from "@tanstack/react-query";
import { CopyableText } from "@/components/common/copyable-text";
import { DateTime } from "@/components/common/date-time";
import { FactList } from "@/components/common/fact-list";
import { FreeText } from "@/components/common/free-text";
import { LoadFailed } from "@/components/common/states";
import { StatusBadge } from "@/components/common/status-badge";
import { Dialog } from "@/components/ui/dialog";
import { HoverLink } from "@/components/ui/hover-link";
import { Skeleton } from "@/components/ui/skeleton";
import { formatCount, formatIfDate, titleCase } from "@/lib/format";
import { auditRowQuery } from "@/lib/queries/system-logs";
import { AuditActionName } from "./action-name";
import { RecordLink } from "./record-link";

/** Text for a row not yet added to the hash chain (sealed). Rows are added within a second. */
const WAITS_TEXT = "Being added to the chain";
const LINK_CLASS = "rounded-sm text-primary hover:underline";

/** Renders one audit row: the admin, the device, and the changed fields with old and new values. */
export function AuditTrailDrawer({ auditTrailId, onClose }: { auditTrailId: string; onClose: () => void }) {
  const { data, error, isFetching, refetch } = useQuery(auditRowQuery(auditTrailId));
  return (
    <Dialog open onOpenChange={onClose} side="right" title={data ? data.action_words : "Audit row"}>
      {error && !data && <LoadFailed message={error.message} busy={isFetching} onRetry={refetch} />}
      {!data && !error && <Skeleton className="h-64 w-full" />}
      {data && (
        <div className="space-y-6">
          <FactList
            facts={[
              ["Outcome", <StatusBadge key="outcome" status={data.outcome} />],
              data.refusal !== null && ["Why refused", data.refusal],
              ["When", <DateTime key="when" at={data.at} seconds />],
              [
                "Admin",
                data.admin ? (
                  <span key="admin">
                    <HoverLink href={`/dashboard/system-logs/user-activities/${data.admin.id}`} className={LINK_CLASS}>
                      {data.admin.name}
                    </HoverLink>
                    {data.admin.email && <FreeText className="block text-muted">{data.admin.email}</FreeText>}
                  </span>
                ) : (
                  data.actor
                ),
              ],
              [
                "Record",
                <span key="record">
                  <RecordLink record={data.record} />
                  {data.record && (
                    <HoverLink
                      href={`/dashboard/system-logs/audit-trails?record_type=${data.record.type}&record_id=${encodeURIComponent(data.record.id)}`}
                      className={`block ${LINK_CLASS}`}
                    >
                      All entries of this record
                    </HoverLink>
                  )}
                </span>,
              ],
              ["Action", <AuditActionName key="action" action={data.action} words={data.action_words} />],
              ["Address", data.address],
              ["Device", data.device],
              [
                "Request id",
                <CopyableText key="request" value={data.request_id} what="request id">
                  {data.request_id}
                </CopyableText>,
              ],
              ["Row", data.id],
              ["Position in the chain", data.position === null ? WAITS_TEXT : formatCount(data.position)],
              [
                "Hash",
                data.hash === null ? (
                  WAITS_TEXT
                ) : (
                  <CopyableText key="hash" value={data.hash} what="hash">
                    <code className="block truncate">{data.hash}</code>
                  </CopyableText>
                ),
              ],
            ]}
          />
          {data.erased ? (
            <p className="text-sm text-muted">The changes were erased on request of the citizen.</p>
          ) : (
            <ChangesTable changes={data.changes} />
          )}
        </div>
      )}
    </Dialog>
  );
}

/** Number of characters above which a value, such as the list of users added to a group, starts collapsed. */
const FOLD_LENGTH = 300;

function ChangeValue({ text }: { text: string | null }) {
  if (text === null) return "–";
  if (text.length <= FOLD_LENGTH) return formatIfDate(text);
  return (
    <details>
      <summary className="rounded-sm">{text.slice(0, FOLD_LENGTH / 3)}…</summary>
      {text}
    </details>
  );
}

function ChangesTable({ changes }: { changes: { field: string; before: string | null; after: string | null }[] }) {
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
            <td className="py-2 pr-2 wrap-anywhere text-muted">
              <ChangeValue text={change.before} />
            </td>
            <td className="py-2 font-semibold wrap-anywhere whitespace-pre-wrap">
              <ChangeValue text={change.after} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
