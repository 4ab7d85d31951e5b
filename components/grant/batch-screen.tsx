"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { DateTime } from "@/components/common/date-time";
import { HistoryCard } from "@/components/common/history/timeline";
import { PageHeader } from "@/components/common/page-header";
import { StatusBadge } from "@/components/common/status-badge";
import { Alert } from "@/components/ui/alert";
import { HoverLink } from "@/components/ui/hover-link";
import type { BatchSingle } from "@/lib/contract/grant-payouts";
import { recordUrl } from "@/lib/contract/records";
import { adminLabel } from "@/lib/format";
import { payoutBatchQuery } from "@/lib/queries/grant-payouts";
import { BatchActions } from "./batch-actions";
import { BatchSumsComparison } from "./batch-balance";
import { BatchRows } from "./batch-rows";
import { BatchNextStep } from "./batch-status";
import { BatchSumsByState } from "./batch-sums";
import { GRANTS_URL, PAYOUTS_URL } from "./grant-urls";
import { BATCH_POLL_MS, batchStateLabel, isBatchApproved, isBatchPaying } from "./payout-words";

/** Renders one payout batch: state, sums compared with ledger and provider, rows and history. */
export function BatchScreen({ batchId }: { batchId: string }) {
  const { data: batch, error } = useQuery({
    ...payoutBatchQuery(batchId),
    refetchInterval: ({ state }) => state.data !== undefined && isBatchPaying(state.data) && BATCH_POLL_MS,
    throwOnError: (_, query) => !query.state.data,
  });
  useRefetchAtEnd(batch);
  if (!batch) return null;
  return (
    <>
      <PageHeader
        title={batch.reference}
        breadcrumbs={[
          { label: "Grants", href: GRANTS_URL },
          { label: "Payouts", href: PAYOUTS_URL },
        ]}
        copies="reference"
        badge={<StatusBadge status={batch.state} label={batchStateLabel(batch.state)} />}
        description={<BatchOrigin batch={batch} />}
        actions={<BatchActions batch={batch} />}
      />
      {error && (
        <div className="mb-5">
          <Alert tone="warning" title="This page may be out of date">
            {error.message}
          </Alert>
        </div>
      )}
      <BatchNextStep batch={batch} />
      <div className="mb-5 grid items-start gap-5 xl:grid-cols-2">
        <BatchSumsByState batch={batch} />
        {isBatchApproved(batch) && <BatchSumsComparison batch={batch} />}
      </div>
      <BatchRows batch={batch} />
      <div className="mt-5">
        <HistoryCard title="Change log" entries={batch.timeline} />
      </div>
    </>
  );
}

/** Shows a batch's programme, creator, approver and end. */
function BatchOrigin({ batch }: { batch: BatchSingle }) {
  const { programme, created_by: creator, approved_by: approver, approved_at: approvedAt, done_at: doneAt } = batch;
  return (
    <>
      <HoverLink
        href={recordUrl("grant_programme", programme.id)}
        className="rounded-sm font-semibold text-primary hover:underline"
      >
        {programme.name}
      </HoverLink>
      . Created by {adminLabel(creator)} on <DateTime at={batch.created_at} />
      {approver && approvedAt && (
        <>
          ; approved by {adminLabel(approver)} on <DateTime at={approvedAt} />
        </>
      )}
      {doneAt && (
        <>
          ; done <DateTime at={doneAt} />
        </>
      )}
      .
    </>
  );
}

/** Refetches all data about grants when the payment ends, because rows and applications have changed. */
function useRefetchAtEnd(batch: BatchSingle | undefined) {
  const client = useQueryClient();
  const isPayingNow = batch !== undefined && isBatchPaying(batch);
  const wasPaying = useRef(isPayingNow);
  useEffect(() => {
    const hasEnded = wasPaying.current && !isPayingNow;
    wasPaying.current = isPayingNow;
    if (hasEnded) void client.invalidateQueries({ queryKey: ["Grant"] });
  }, [client, isPayingNow]);
}
