"use client";

import { useQuery } from "@tanstack/react-query";
import { AssignDialog } from "@/components/common/assign-dialog";
import { BulkResultDialog } from "@/components/common/form/result-dialog";
import type { KycAssignmentResult } from "@/lib/contract/kyc";
import { kycAssigneesQuery } from "@/lib/queries/kyc-work";

type KycAssignDialogProps = { count: number; busy: boolean; onAssign: (assignee: string) => void; onClose: () => void };

/** Chooses the reviewer of identity requests. The reviewer gets a push notification. */
export function KycAssignDialog({ count, ...props }: KycAssignDialogProps) {
  return (
    <AssignDialog
      title={count === 1 ? "Assign this request" : `Assign ${count} requests`}
      description="The admin you choose is notified. Only they can then decide these requests."
      label="Officer"
      officers={useQuery(kycAssigneesQuery())}
      {...props}
    />
  );
}

/** Lists for each identity request whether it was assigned, or why not. */
export function KycAssignResults({
  results,
  onClose,
}: {
  results: readonly KycAssignmentResult[];
  onClose: () => void;
}) {
  const noun = results.length === 1 ? "request" : "requests";
  return (
    <BulkResultDialog
      title={(doneCount) => `${doneCount} of ${results.length} ${noun} assigned`}
      results={results}
      onClose={onClose}
    />
  );
}
