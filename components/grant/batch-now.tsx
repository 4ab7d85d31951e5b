import { WhatItIsNow } from "@/components/common/form/current-version";
import type { BatchSingle } from "@/lib/contract/grant-payouts";
import { batchStateWords, sizeWords } from "./payout-words";

/** In a form after a conflict: what somebody else made of the payout. */
export function BatchNow({ batch }: { batch: BatchSingle }) {
  return (
    <WhatItIsNow>
      <p>
        {batchStateWords(batch.state)}: {sizeWords(batch)}. Your text is saved.
      </p>
    </WhatItIsNow>
  );
}
