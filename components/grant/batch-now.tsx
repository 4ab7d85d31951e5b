import { CurrentVersion } from "@/components/common/form/current-version";
import type { BatchSingle } from "@/lib/contract/grant-payouts";
import { batchStateWords, sizeWords } from "./payout-words";

/** Shows the current payout in a form after a conflict. */
export function BatchNow({ batch }: { batch: BatchSingle }) {
  return (
    <CurrentVersion>
      <p>
        {batchStateWords(batch.state)}: {sizeWords(batch)}. Your text is saved.
      </p>
    </CurrentVersion>
  );
}
