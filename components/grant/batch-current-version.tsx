import { CurrentVersionNotice } from "@/components/common/form/current-version";
import type { BatchSingle } from "@/lib/contract/grant-payouts";
import { batchStateLabel, formatBatchSize } from "./payout-words";

/** Shows the current state of a payout batch in a form after an edit conflict. */
export function CurrentBatchVersion({ batch }: { batch: BatchSingle }) {
  return (
    <CurrentVersionNotice>
      <p>
        {batchStateLabel(batch.state)}: {formatBatchSize(batch)}. Your text is saved.
      </p>
    </CurrentVersionNotice>
  );
}
