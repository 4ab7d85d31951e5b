"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { DateTime } from "@/components/common/date-time";
import { HistoryCard } from "@/components/common/history/timeline";
import { PageHeader } from "@/components/common/page-header";
import { StatusBadge } from "@/components/common/status-badge";
import { Alert } from "@/components/ui/alert";
import { HoverLink } from "@/components/ui/hover-link";
import type { PayoutBatchDetails } from "@/lib/contract/grant-payouts";
import { recordUrl } from "@/lib/contract/records";
import { adminLabel } from "@/lib/format";
import { payoutBatchQuery } from "@/lib/queries/grant-payouts";
import { PayoutBatchActions } from "./batch-actions";
import { PayoutBatchSumsComparison } from "./batch-balance";
import { PayoutBatchRows } from "./batch-rows";
import { PayoutBatchNextStep } from "./batch-status";
import { PayoutBatchSumsByState } from "./batch-sums";
import { GRANTS_URL, PAYOUTS_URL } from "./grant-urls";
import {
  isPayoutBatchApproved,
  isPayoutBatchPaying,
  PAYOUT_BATCH_POLL_MS,
  payoutBatchStateLabel,
} from "./payout-words";

/** Renders one payout batch: state, sums compared with ledger and provider, rows and history. */
export function PayoutBatchScreen({ batchId }: { batchId: string }) {
  const { data: batch, error } = useQuery({
    ...payoutBatchQuery(batchId),
    refetchInterval: ({ state }) => state.data !== undefined && isPayoutBatchPaying(state.data) && PAYOUT_BATCH_POLL_MS,
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
        badge={<StatusBadge status={batch.state} label={payoutBatchStateLabel(batch.state)} />}
        description={<BatchOrigin batch={batch} />}
        actions={<PayoutBatchActions batch={batch} />}
      />
      {error && (
        <div className="mb-5">
          <Alert tone="warning" title="This page may be out of date">
            {error.message}
          </Alert>
        </div>
      )}
      <PayoutBatchNextStep batch={batch} />
      <div className="mb-5 grid items-start gap-5 xl:grid-cols-2">
        <PayoutBatchSumsByState batch={batch} />
        {isPayoutBatchApproved(batch) && <PayoutBatchSumsComparison batch={batch} />}
      </div>
      <PayoutBatchRows batch={batch} />
      <div className="mt-5">
        <HistoryCard title="Change log" entries={batch.timeline} />
      </div>
    </>
  );
}

/** Shows a batch's programme, who created and approved the batch, and when the batch was done. */
function BatchOrigin({ batch }: { batch: PayoutBatchDetails }) {
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
function useRefetchAtEnd(batch: PayoutBatchDetails | undefined) {
  const client = useQueryClient();
  const isPayingNow = batch !== undefined && isPayoutBatchPaying(batch);
  const wasPaying = useRef(isPayingNow);
  useEffect(() => {
    const hasEnded = wasPaying.current && !isPayingNow;
    wasPaying.current = isPayingNow;
    if (hasEnded) void client.invalidateQueries({ queryKey: ["Grant"] });
  }, [client, isPayingNow]);
}
