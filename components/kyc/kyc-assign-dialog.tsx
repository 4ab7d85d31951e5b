"use client";

import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { ResultDialog } from "@/components/common/result-dialog";
import { LoadFailed } from "@/components/common/states";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Select } from "@/components/ui/select";
import type { AssignmentResult } from "@/lib/contract/kyc";
import { kycAssigneesQuery } from "@/lib/queries/kyc-review";

type KycAssignDialogProps = { count: number; busy: boolean; onAssign: (assignee: string) => void; onClose: () => void };

/** Chooses who reviews the requests; they get a push on their devices. */
export function KycAssignDialog({ count, busy, onAssign, onClose }: KycAssignDialogProps) {
  const id = useId();
  const { data, error, isFetching, refetch } = useQuery(kycAssigneesQuery());
  const [assignee, setAssignee] = useState("");
  const [missing, setMissing] = useState(false);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={count === 1 ? "Assign this request" : `Assign ${count} requests`}
      description="Whoever you choose is told on their devices. Only they can decide these requests then."
      size="sm"
      locked={busy}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button variant="primary" busy={busy} onClick={() => (assignee ? onAssign(assignee) : setMissing(true))}>
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
            Officer
          </label>
          <Select
            id={id}
            options={(data ?? []).map((officer) => ({ value: officer.id, label: officer.name }))}
            placeholder="Choose an officer"
            value={assignee}
            aria-invalid={(missing && !assignee) || undefined}
            aria-describedby={missing && !assignee ? `${id}-error` : undefined}
            onChange={(event) => setAssignee(event.target.value)}
            className="flex w-full"
          />
          {missing && !assignee && (
            <p id={`${id}-error`} role="alert" className="text-sm font-medium text-danger">
              Choose an officer.
            </p>
          )}
        </div>
      )}
    </Dialog>
  );
}

/** What became of each request. */
export function KycAssignResults({ results, onClose }: { results: readonly AssignmentResult[]; onClose: () => void }) {
  const requests = results.length === 1 ? "request" : "requests";
  return (
    <ResultDialog
      title={(done) => `${done} of ${results.length} ${requests} assigned`}
      results={results}
      onClose={onClose}
    />
  );
}
