"use client";

import { useQuery } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import { Suspense, useState } from "react";
import { DataTable } from "@/components/common/table/data-table";
import { Button } from "@/components/ui/button";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import { toApiInput } from "@/lib/client/list-params";
import { useListParams } from "@/lib/client/use-list-params";
import { BATCH_ROW_LIST } from "@/lib/contract/grant.values";
import type { PayoutBatchDetails, PayoutRow } from "@/lib/contract/grant-payouts";
import { routes } from "@/lib/contract/routes";
import { payoutBatchRowsQuery } from "@/lib/queries/grant-payouts";
import { useAccess } from "@/lib/queries/rp";
import { usePayoutRowRetry } from "./batch-retry";
import { PAYOUT_ROW_FACETS, payoutRowColumns } from "./batch-row-columns";
import { isPayoutBatchApproved, isPayoutBatchPaying, PAYOUT_BATCH_POLL_MS } from "./payout-words";

const PayoutRowRemoveDialog = lazyWithPreload(() => import("./batch-remove-dialog"), "PayoutRowRemoveDialog");

/** Snapshot of the selected rows, because a refetch of the list may drop them before the action ends. */
type RowSelection = { rows: readonly PayoutRow[]; clear: () => void };

/** Lists a payout batch's rows: recipient, destination, amount, changes, result. Draft rows can be removed, failed rows retried. */
export function PayoutBatchRows({ batch }: { batch: PayoutBatchDetails }) {
  const list = useListParams(BATCH_ROW_LIST);
  const query = useQuery({
    ...payoutBatchRowsQuery({ batchId: batch.id, ...toApiInput(list.state) }),
    refetchInterval: isPayoutBatchPaying(batch) && PAYOUT_BATCH_POLL_MS,
  });
  const mayOpenTransaction = useAccess(routes.transaction.single);
  const mayRemove = useAccess(routes.grant.removeRows) && batch.state === "draft";
  const mayRetry = useAccess(routes.grant.retryRows) && isPayoutBatchApproved(batch);
  const [toRemove, setToRemove] = useState<RowSelection | null>(null);
  const retry = usePayoutRowRetry(batch);
  const bar = (selected: readonly PayoutRow[], clear: () => void) => {
    if (mayRemove) {
      const pending = selected.filter(({ state }) => state === "pending");
      return (
        <SelectionButton
          label="Remove"
          count={pending.length}
          of={selected.length}
          none="These were removed already."
          onNear={PayoutRowRemoveDialog.preload}
          onClick={() => setToRemove({ rows: pending, clear })}
        />
      );
    }
    const failedRows = selected.filter(({ state }) => state === "failed");
    return (
      <SelectionButton
        label="Retry"
        count={failedRows.length}
        of={selected.length}
        none="Only failed rows can be retried."
        onClick={() => retry.ask(failedRows, clear)}
      />
    );
  };
  return (
    <>
      <DataTable
        label="Rows of this payout"
        columns={payoutRowColumns(mayOpenTransaction)}
        query={query}
        list={list}
        rowId={({ row }) => String(row)}
        searchLabel="Search by reference, name, phone or email"
        facets={PAYOUT_ROW_FACETS}
        selection={
          mayRemove || mayRetry ? { rowName: ({ row, applicant }) => `row ${row}, ${applicant.name}`, bar } : undefined
        }
        actions={
          mayRetry &&
          batch.failed.rows > 0 && (
            <Button onClick={() => retry.ask(null, () => {})}>
              <RotateCw aria-hidden="true" /> Retry all failed
            </Button>
          )
        }
        empty={{ text: "The grants of this payout appear here." }}
      />
      <Suspense>
        {toRemove && (
          <PayoutRowRemoveDialog
            batch={batch}
            rows={toRemove.rows}
            onDone={toRemove.clear}
            onClose={() => setToRemove(null)}
          />
        )}
      </Suspense>
      {retry.dialogs}
    </>
  );
}

type SelectionButtonProps = {
  label: string;
  /** Number of selected rows to which the action applies. */
  count: number;
  of: number;
  /** Explains why the action applies to none of the selected rows. */
  none: string;
  onNear?: () => void;
  onClick: () => void;
};

function SelectionButton({ label, count, of: total, none, onNear: onPreload, onClick }: SelectionButtonProps) {
  return (
    <Button
      size="sm"
      disabled={count === 0}
      title={count === 0 ? none : undefined}
      onPointerEnter={onPreload}
      onFocus={onPreload}
      onClick={onClick}
    >
      {label}
      {count > 0 && count < total && ` ${count} of ${total}`}
    </Button>
  );
}
