"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useState } from "react";
import { AwaitingApprovalNotice } from "@/components/common/awaiting-notice";
import { DateTime } from "@/components/common/date-time";
import { LoadFailed, StaleDataNotice } from "@/components/common/states";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import { RECORD_URLS } from "@/lib/contract/records";
import { routes } from "@/lib/contract/routes";
import { ERASURE_OBSTACLE_TEXTS } from "@/lib/contract/user-data.values";
import type { Retention, RetentionDryRun } from "@/lib/contract/user-retention";
import { formatTotal } from "@/lib/format";
import { useCancelApproval } from "@/lib/queries/approvals";
import { useAccess } from "@/lib/queries/rp";
import { retentionDryRunQuery, retentionQuery } from "@/lib/queries/user-data";
import { DataRemovalDialog, RetentionPeriodDialog } from "./retention-dialogs";
import { RETENTION_TEXTS } from "./retention-words";

type Period = Retention["periods"][number];
type Counted = RetentionDryRun["rules"][number];

/** Shows the retention periods of citizens' data, counts older data, and requests its removal. */
export function RetentionDrawer({ onClose }: { onClose: () => void }) {
  const { data, error, isFetching, refetch } = useQuery(retentionQuery());
  const dryRun = useQuery(retentionDryRunQuery(data?.periods ?? []));
  const mayRemove = useAccess(routes.user.runRetention);
  const [toChange, setToChange] = useState<Period | null>(null);
  // Keeps the counted rules that the open removal dialog shows, because a changed retention period discards the counts.
  const [toRemove, setToRemove] = useState<readonly Counted[] | null>(null);
  const old = dryRun.data?.rules.filter(({ count }) => count > 0) ?? [];
  return (
    <Dialog
      open
      onOpenChange={onClose}
      side="right"
      title="Retention of data"
      description="Data of citizens that is not needed any more is removed after a period. Amounts, decisions and the ledger stay."
    >
      {error && !data && <LoadFailed message={error.message} busy={isFetching} onRetry={refetch} />}
      {!data && !error && <Skeleton className="h-64 w-full" />}
      {data && (
        <div className="space-y-5">
          {error && <StaleDataNotice what="This list" message={error.message} busy={isFetching} onRetry={refetch} />}
          {data.awaiting && <RemovalWaiting awaiting={data.awaiting} />}
          <ul className="divide-y divide-border">
            {data.periods.map((period) => (
              <PeriodRow
                key={period.rule}
                period={period}
                counted={dryRun.data?.rules.find(({ rule }) => rule === period.rule)}
                onChange={mayRemove ? () => setToChange(period) : undefined}
              />
            ))}
          </ul>
          {mayRemove && (
            <div className="flex flex-wrap gap-2">
              <Button busy={dryRun.isFetching} onClick={() => dryRun.refetch()}>
                Count old data
              </Button>
              {old.length > 0 && !data.awaiting && (
                <Button variant="danger" onClick={() => setToRemove(old)}>
                  Request removal
                </Button>
              )}
            </div>
          )}
          {dryRun.error && (
            <LoadFailed message={dryRun.error.message} busy={dryRun.isFetching} onRetry={dryRun.refetch} />
          )}
          {dryRun.data && old.length === 0 && <Alert>Nothing is older than its period.</Alert>}
          {dryRun.data && <LeftOut {...dryRun.data.left_out} />}
          <Runs runs={data.runs} />
        </div>
      )}
      {toChange && <RetentionPeriodDialog period={toChange} onClose={() => setToChange(null)} />}
      {toRemove && <DataRemovalDialog old={toRemove} onClose={() => setToRemove(null)} />}
    </Dialog>
  );
}

type PeriodRowProps = { period: Period; counted?: Counted; onChange?: () => void };

function PeriodRow({ period: { rule, days }, counted, onChange }: PeriodRowProps) {
  const { label, from } = RETENTION_TEXTS[rule];
  return (
    <li className="flex items-start justify-between gap-3 py-3 text-sm">
      <div className="min-w-0">
        <p className="font-semibold">{label}</p>
        <p className="text-muted">
          {days.toLocaleString("en")} {from}
        </p>
        {counted && (
          <p role="status" className="font-semibold tabular-nums">
            {formatTotal(counted.count, counted.is_capped)} older than that
          </p>
        )}
      </div>
      {onChange && (
        <Button size="sm" aria-label={`Change the period: ${label}`} onClick={onChange}>
          Change
        </Button>
      )}
    </li>
  );
}

function RemovalWaiting({ awaiting }: { awaiting: NonNullable<Retention["awaiting"]> }) {
  const withdrawal = useCancelApproval(awaiting);
  return (
    <section aria-label="Requested removal">
      <AwaitingApprovalNotice
        awaiting={awaiting}
        nobody="another admin who may approve in User Management"
        {...withdrawal}
      />
      <p className="mt-2 text-sm text-muted">Reason: {awaiting.reason}</p>
    </section>
  );
}

/** Lists closed accounts whose identity data is kept past the retention period, with the reasons. */
function LeftOut({ items, is_capped }: RetentionDryRun["left_out"]) {
  if (!items.length) return null;
  return (
    <section aria-labelledby="left-out" className="space-y-2 text-sm">
      <h3 id="left-out" className="font-bold">
        Identities that stay
      </h3>
      <ul className="divide-y divide-border">
        {items.map(({ id, name, reasons }) => (
          <li key={id} className="py-2">
            <Link href={`${RECORD_URLS.user({ id, name })}?tab=data`} className="font-semibold wrap-anywhere underline">
              {name}
            </Link>
            {reasons.map((reason) => (
              <p key={reason} className="text-muted">
                {ERASURE_OBSTACLE_TEXTS[reason]}
              </p>
            ))}
          </li>
        ))}
      </ul>
      {is_capped && <p className="text-muted">There are more. The {items.length} oldest are shown.</p>}
    </section>
  );
}

function Runs({ runs }: { runs: Retention["runs"] }) {
  if (!runs.length) return <p className="text-sm text-muted">Nothing has been removed yet.</p>;
  return (
    <section aria-labelledby="removals" className="space-y-2 text-sm">
      <h3 id="removals" className="font-bold">
        Removals
      </h3>
      <ul className="divide-y divide-border">
        {runs.map(({ id, approved_at, finished_at, steps }) => (
          <li key={id} className="py-2">
            <p className="font-semibold">
              <DateTime at={approved_at} />
              {finished_at ? "" : ", in progress"}
            </p>
            {steps.map(({ rule, found, removed }) => (
              <p key={rule} className="text-muted">
                {RETENTION_TEXTS[rule].label}: {removed.toLocaleString("en")} removed of {found.toLocaleString("en")}{" "}
                found
              </p>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}
