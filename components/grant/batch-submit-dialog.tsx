"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { TextAreaField } from "@/components/common/form/fields";
import { FormDialog } from "@/components/common/form/form-dialog";
import { useEditConflict } from "@/components/common/form/use-edit-conflict";
import { newIdempotencyKey } from "@/lib/client/idempotency";
import { toast } from "@/lib/client/toast";
import { GRANT_REASON_MAX } from "@/lib/contract/grant.values";
import type { PayoutBatchDetails } from "@/lib/contract/grant-payouts";
import { formatMoney, pluralize } from "@/lib/format";
import { type SubmitPayoutBatchInput, submitBatchMutation } from "@/lib/queries/grant-payouts";
import { PayoutBatchConflictNotice } from "./batch-conflict-notice";

const loadSchema = () => import("@/lib/contract/grant-payouts").then((module) => module.batchSubmission);

/** Submits a batch's draft for approval with the figures shown. After a conflict it first shows the new figures. */
export function PayoutBatchSubmitDialog({
  batch: initialBatch,
  onClose,
}: {
  batch: PayoutBatchDetails;
  onClose: () => void;
}) {
  const { newer, latest: batch, captureConflict } = useEditConflict<PayoutBatchDetails>(initialBatch);
  const [keys] = useState(() => new Map<number, string>());
  const { mutateAsync } = useMutation(submitBatchMutation(idempotencyKeyOf(keys, batch.version)));
  const { rows, amount, changed } = batch;
  return (
    <FormDialog<SubmitPayoutBatchInput>
      open
      onOpenChange={onClose}
      title={`Send ${batch.reference} for approval?`}
      consequence={
        <ul className="list-disc space-y-0.5 pl-5">
          <li>
            {pluralize(rows, "grant")} of {batch.programme.name}, {formatMoney(amount)} in all.
          </li>
          <li>Another admin approves it, not you. Payment starts with the approval.</li>
          {changed > 0 && (
            <li className="font-semibold text-warning">
              {pluralize(changed, "row")} changed since approval of the application. The approver sees this.
            </li>
          )}
          <li>Nothing can be changed while it waits.</li>
        </ul>
      }
      submitLabel="Send for approval"
      schema={loadSchema}
      fixed={{ batchId: batch.id, version: batch.version, rows, amount }}
      draft={`grant.submitBatch:${batch.id}`}
      defaultValues={{ reason: "" }}
      onSubmit={async (input) => {
        await mutateAsync(input).catch(captureConflict);
        toast.success(`${batch.reference} awaits approval.`);
      }}
    >
      {newer && <PayoutBatchConflictNotice batch={newer} />}
      <TextAreaField name="reason" label="Reason" hint="Shown to the approver." max={GRANT_REASON_MAX} rows={3} />
    </FormDialog>
  );
}

/** Returns the idempotency key for a version of the draft. A retry of the same version gets the same key; changed figures get another key. */
function idempotencyKeyOf(keys: Map<number, string>, version: number): string {
  const idempotencyKey = keys.get(version) ?? newIdempotencyKey();
  keys.set(version, idempotencyKey);
  return idempotencyKey;
}
