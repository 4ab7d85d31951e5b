"use client";

import { ConfirmDialog } from "@/components/common/form/confirm-dialog";
import { FreeText } from "@/components/common/free-text";
import { toast } from "@/lib/client/toast";
import { useKeyedMutation } from "@/lib/client/use-keyed-mutation";
import type { ReconciliationDayDetails } from "@/lib/contract/reconciliation-days";
import { formatDay } from "@/lib/format";
import { closeDayMutation } from "@/lib/queries/reconciliation-days";
import { LedgerBankDifferenceFacts } from "./day-figures";

/** Asks for confirmation with the day's figures and remark, then closes the day permanently. */
export function CloseDayDialog({
  day,
  version,
  onClose,
}: {
  day: ReconciliationDayDetails;
  version: number;
  onClose: () => void;
}) {
  const { mutateAsync } = useKeyedMutation(closeDayMutation);
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Close ${formatDay(day.day)}?`}
      consequence="A closed day can't be opened again. Items found later belong to the next open day."
      confirmLabel="Close the day"
      onConfirm={async () => {
        await mutateAsync({ day: day.day, version });
        toast.success(`${formatDay(day.day)} is closed.`);
      }}
    >
      <div className="mb-3 space-y-3">
        <LedgerBankDifferenceFacts statement={day.figures.statement} />
        {day.remark && (
          <p className="text-sm">
            <span className="text-muted">Remark: </span>
            <FreeText lines>{day.remark}</FreeText>
          </p>
        )}
      </div>
    </ConfirmDialog>
  );
}
