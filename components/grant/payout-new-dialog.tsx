"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { DialogButtons } from "@/components/common/form/dialog-buttons";
import { Alert } from "@/components/ui/alert";
import { Dialog } from "@/components/ui/dialog";
import { newIdempotencyKey } from "@/lib/client/idempotency";
import { toast } from "@/lib/client/toast";
import type { ListResponse } from "@/lib/contract/common";
import type { ProgrammeRow } from "@/lib/contract/grant";
import { BATCH_ROWS_MAX } from "@/lib/contract/grant.values";
import type { ApplicationRow } from "@/lib/contract/grant-applications";
import { recordUrl } from "@/lib/contract/records";
import { formatCount, formatMoney, pluralize } from "@/lib/format";
import { applicationListQuery } from "@/lib/queries/grant-applications";
import { createBatchMutation } from "@/lib/queries/grant-payouts";

import { PayoutProgrammeChoice } from "./payout-programme-choice";
import { formatPayoutBatchSize } from "./payout-words";

/** Chooses a programme, shows what its payout batch will contain, creates the draft and opens it. */
export function PayoutNewDialog({ onClose }: { onClose: () => void }) {
  const router = useRouter();
  // Chosen programme with its idempotency key: a payout batch for another programme needs another key.
  const [selection, setSelection] = useState<{ programme: ProgrammeRow; key: string } | null>(null);
  const programme = selection?.programme;
  const unpaid = useQuery({
    ...applicationListQuery({ programme: programme?.id, unpaid: "true", size: 100 }),
    enabled: programme !== undefined,
    // Shows neither a cached count of unpaid applications nor that of the previously chosen programme.
    staleTime: 0,
    placeholderData: undefined,
  });
  const { mutate, isPending, error, reset } = useMutation({
    ...createBatchMutation(selection?.key ?? ""),
    onSuccess: (batch) => {
      toast.success(`${batch.reference} is created: ${formatPayoutBatchSize(batch)}.`);
      onClose();
      router.push(recordUrl("grant_batch", batch.id));
    },
  });
  const selectProgramme = (next: ProgrammeRow) => {
    reset();
    setSelection({ programme: next, key: newIdempotencyKey() });
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="New payout"
      description="Contains all approved applications of a programme that are in no payout yet. You check the draft before you send it for approval."
      locked={isPending}
      footer={
        <DialogButtons
          label="Make draft"
          busy={isPending}
          disabled={!programme || unpaid.data?.total === 0}
          onConfirm={() => programme && mutate({ programme_id: programme.id })}
          onCancel={onClose}
        />
      }
    >
      <div className="space-y-4">
        {error && <Alert tone="danger">{error.message}</Alert>}
        <PayoutProgrammeChoice chosen={programme?.id} onChoose={selectProgramme} />
        {programme && (
          <p role="status" className="rounded-md bg-sunken px-3.5 py-3 text-sm">
            {unpaid.data
              ? describeNewPayout(programme, unpaid.data)
              : unpaid.isError
                ? "The number of applications couldn't be loaded. The draft shows it."
                : "Counting the applications…"}
          </p>
        )}
      </div>
    </Dialog>
  );
}

type Payees = Pick<ListResponse<Pick<ApplicationRow, "amount">>, "items" | "total" | "totalIsCapped">;

/** Describes the content of a new draft: the number of applications, and the amount if known. */
export function describeNewPayout(programme: ProgrammeRow, unpaid: Payees): string {
  const { total, totalIsCapped } = unpaid;
  if (total === 0) return "Every approved application of this programme is in a payout already.";
  const amount = payoutSum(programme, unpaid);
  const countText = pluralize(total, "application", "applications", totalIsCapped);
  const limitText =
    (programme.applications.approved ?? 0) > BATCH_ROWS_MAX
      ? ` A payout takes at most ${formatCount(BATCH_ROWS_MAX)}, the highest scores first.`
      : "";
  return `${countText}${amount === null ? ". The draft shows the amount." : `, ${formatMoney(amount)}.`}${limitText}`;
}

/** Returns the total in kobo; null if unknown, because the count is capped, or because the awards differ and do not all fit on one page. */
function payoutSum({ award_kind: kind, amount }: ProgrammeRow, { items, total, totalIsCapped }: Payees): number | null {
  if (totalIsCapped) return null;
  if (kind === "fixed") return total * amount;
  return items.length === total ? items.reduce((sum, row) => sum + (row.amount ?? 0), 0) : null;
}
