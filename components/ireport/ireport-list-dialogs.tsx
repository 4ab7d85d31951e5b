"use client";

import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { ResultDialog } from "@/components/common/result-dialog";
import { LoadFailed } from "@/components/common/states";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Select } from "@/components/ui/select";
import { type IreportBulkResult, ireportAssigneesQuery } from "@/lib/queries/ireport";

type IreportAssignDialogProps = {
  count: number;
  busy: boolean;
  onAssign: (owner: string) => void;
  onClose: () => void;
};

/** Chooses who works on the reports; they find them on their Home page. */
export function IreportAssignDialog({ count, busy, onAssign, onClose }: IreportAssignDialogProps) {
  const id = useId();
  const { data, error, isFetching, refetch } = useQuery(ireportAssigneesQuery());
  const [owner, setOwner] = useState("");
  const [missing, setMissing] = useState(false);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={count === 1 ? "Assign this report" : `Assign ${count} reports`}
      description="Only the owner can work on a report. No deadline changes."
      size="sm"
      locked={busy}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button variant="primary" busy={busy} onClick={() => (owner ? onAssign(owner) : setMissing(true))}>
            Assign
          </Button>
        </>
      }
    >
      {error && !data ? (
        <LoadFailed message={error.message} busy={isFetching} onRetry={refetch} />
      ) : (
        <div className="space-y-1.5">
          <label htmlFor={id} className="text-sm font-semibold">
            Owner
          </label>
          <Select
            id={id}
            options={(data ?? []).map((officer) => ({ value: officer.id, label: officer.name }))}
            placeholder="Choose an owner"
            value={owner}
            aria-invalid={(missing && !owner) || undefined}
            aria-describedby={missing && !owner ? `${id}-error` : undefined}
            onChange={(event) => setOwner(event.target.value)}
            className="flex w-full"
          />
          {missing && !owner && (
            <p id={`${id}-error`} role="alert" className="text-sm font-medium text-danger">
              Choose an owner.
            </p>
          )}
        </div>
      )}
    </Dialog>
  );
}

type IreportBulkResultsProps = {
  /** "assigned" */
  done: string;
  results: readonly IreportBulkResult[];
  onClose: () => void;
};

/** What became of each report. */
export function IreportBulkResults({ done, results, onClose }: IreportBulkResultsProps) {
  const reports = results.length === 1 ? "report" : "reports";
  return (
    <ResultDialog
      title={(count) => `${count} of ${results.length} ${reports} ${done}`}
      results={results}
      onClose={onClose}
    />
  );
}
