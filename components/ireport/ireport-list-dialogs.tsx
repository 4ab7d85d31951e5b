"use client";

import { useQuery } from "@tanstack/react-query";
import { AssignDialog } from "@/components/common/assign-dialog";
import { BulkResultDialog } from "@/components/common/form/result-dialog";
import { type IreportBulkResult, ireportAssigneesQuery } from "@/lib/queries/ireport";

type IreportAssignDialogProps = {
  count: number;
  busy: boolean;
  onAssign: (owner: string) => void;
  onClose: () => void;
};

/** Chooses the admin who will own the selected reports, and see them on Home. */
export function IreportAssignDialog({ count, ...props }: IreportAssignDialogProps) {
  return (
    <AssignDialog
      title={count === 1 ? "Assign this report" : `Assign ${count} reports`}
      description="Only the owner can work on a report. No deadline changes."
      label="Owner"
      officers={useQuery(ireportAssigneesQuery())}
      {...props}
    />
  );
}

type IreportBulkResultsProps = {
  /** Past participle of the completed action, such as "assigned". */
  done: string;
  results: readonly IreportBulkResult[];
  onClose: () => void;
};

/** Lists for each selected report whether the bulk action succeeded, or why it failed. */
export function IreportBulkResults({ done: doneText, results, onClose }: IreportBulkResultsProps) {
  const reports = results.length === 1 ? "report" : "reports";
  return (
    <BulkResultDialog
      title={(count) => `${count} of ${results.length} ${reports} ${doneText}`}
      results={results}
      onClose={onClose}
    />
  );
}
