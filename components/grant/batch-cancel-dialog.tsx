"use client";

import { useMutation } from "@tanstack/react-query";
import { TextAreaField } from "@/components/common/form/fields";
import { FormDialog } from "@/components/common/form/form-dialog";
import { useEditConflict } from "@/components/common/form/use-edit-conflict";
import { toast } from "@/lib/client/toast";
import { GRANT_REASON_MAX } from "@/lib/contract/grant.values";
import type { PayoutBatchDetails } from "@/lib/contract/grant-payouts";
import { type CancelPayoutBatchInput, cancelBatchMutation } from "@/lib/queries/grant-payouts";
import { PayoutBatchConflictNotice } from "./batch-conflict-notice";

const loadSchema = () => import("@/lib/contract/grant-payouts").then((module) => module.batchCancellation);

/** Cancels a payout batch that was not approved. */
export function PayoutBatchCancelDialog({
  batch: initialBatch,
  onClose,
}: {
  batch: PayoutBatchDetails;
  onClose: () => void;
}) {
  const { newer, latest: batch, captureConflict } = useEditConflict<PayoutBatchDetails>(initialBatch);
  const { mutateAsync } = useMutation(cancelBatchMutation());
  return (
    <FormDialog<CancelPayoutBatchInput>
      open
      onOpenChange={onClose}
      title={`Cancel ${batch.reference}?`}
      consequence={`Nothing was paid. Its applications stay approved and can be added to another payout.${
        batch.state === "awaiting_approval" ? " Its request for approval is withdrawn." : ""
      } This can't be undone.`}
      submitLabel="Cancel payout"
      tone="danger"
      schema={loadSchema}
      fixed={{ batchId: batch.id, version: batch.version }}
      draft={`grant.cancelBatch:${batch.id}`}
      defaultValues={{ reason: "" }}
      onSubmit={async (input) => {
        await mutateAsync(input).catch(captureConflict);
        toast.success(`${batch.reference} is cancelled.`);
      }}
    >
      {newer && <PayoutBatchConflictNotice batch={newer} />}
      <TextAreaField name="reason" label="Reason" hint="Shown in the change log." max={GRANT_REASON_MAX} rows={3} />
    </FormDialog>
  );
}
