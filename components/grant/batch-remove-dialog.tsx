"use client";

import { useMutation } from "@tanstack/react-query";
import { TextAreaField } from "@/components/common/form/fields";
import { FormDialog } from "@/components/common/form/form-dialog";
import { useEditConflict } from "@/components/common/form/use-edit-conflict";
import { toast } from "@/lib/client/toast";
import { GRANT_REASON_MAX } from "@/lib/contract/grant.values";
import type { PayoutBatchDetails, PayoutRow } from "@/lib/contract/grant-payouts";
import { formatMoney, pluralize } from "@/lib/format";
import { type RemovePayoutRowsInput, removeBatchRowsMutation } from "@/lib/queries/grant-payouts";
import { PayoutBatchConflictNotice } from "./batch-conflict-notice";
import { sumPayoutAmounts } from "./payout-words";

const loadSchema = () => import("@/lib/contract/grant-payouts").then((module) => module.batchRowRemoval);

type Props = { batch: PayoutBatchDetails; rows: readonly PayoutRow[]; onDone: () => void; onClose: () => void };

/** Removes selected rows from the draft of a payout batch. */
export function PayoutRowRemoveDialog({ batch: initialBatch, rows, onDone, onClose }: Props) {
  const { newer, latest: batch, captureConflict } = useEditConflict<PayoutBatchDetails>(initialBatch);
  const { mutateAsync } = useMutation(removeBatchRowsMutation());
  const [only] = rows;
  const what = rows.length === 1 && only ? `row ${only.row}, ${only.applicant.name},` : pluralize(rows.length, "row");
  return (
    <FormDialog<RemovePayoutRowsInput>
      open
      onOpenChange={onClose}
      title={`Remove ${what} from ${batch.reference}?`}
      consequence={`The payout gets ${formatMoney(sumPayoutAmounts(rows))} smaller. ${rows.length === 1 ? "The application stays" : "The applications stay"} approved and can be added to another payout. Rows can't be added back.`}
      submitLabel="Remove"
      tone="danger"
      schema={loadSchema}
      fixed={{ batchId: batch.id, version: batch.version, rows: rows.map(({ row }) => row) }}
      draft={`grant.removeRows:${batch.id}`}
      defaultValues={{ reason: "" }}
      onSubmit={async (input) => {
        await mutateAsync(input).catch(captureConflict);
        onDone();
        toast.success(`${pluralize(rows.length, "row")} removed.`);
      }}
    >
      {newer && <PayoutBatchConflictNotice batch={newer} />}
      <TextAreaField name="reason" label="Reason" hint="Shown in the change log." max={GRANT_REASON_MAX} rows={3} />
    </FormDialog>
  );
}
