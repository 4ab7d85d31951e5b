import { CurrentVersionNotice } from "@/components/common/form/current-version";
import type { PayoutBatchDetails } from "@/lib/contract/grant-payouts";
import { formatPayoutBatchSize, payoutBatchStateLabel } from "./payout-words";

/** Shows the current state of a payout batch in a form after an edit conflict. */
export function PayoutBatchConflictNotice({ batch }: { batch: PayoutBatchDetails }) {
  return (
    <CurrentVersionNotice>
      <p>
        {payoutBatchStateLabel(batch.state)}: {formatPayoutBatchSize(batch)}. Your text is saved.
      </p>
    </CurrentVersionNotice>
  );
}
