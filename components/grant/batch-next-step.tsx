import { CurrentVersion } from "@/components/common/form/current-version";
import type { BatchSingle } from "@/lib/contract/grant-payouts";
import { batchStateLabel, formatBatchSize } from "./payout-words";

/** Shows the current payout in a form after a conflict. */
export function BatchNextStep({ batch }: { batch: BatchSingle }) {
  return (
    <CurrentVersion>
      <p>
        {batchStateLabel(batch.state)}: {formatBatchSize(batch)}. Your text is saved.
      </p>
    </CurrentVersion>
  );
}
