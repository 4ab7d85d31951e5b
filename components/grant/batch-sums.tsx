import { ProgressBar } from "@/components/common/progress-bar";
import { Card, CardHeader } from "@/components/ui/card";
import { HoverLink } from "@/components/ui/hover-link";
import type { BatchRowState } from "@/lib/contract/grant.values";
import type { PayoutBatchDetails } from "@/lib/contract/grant-payouts";
import { recordUrl } from "@/lib/contract/records";
import { formatMoney, pluralize } from "@/lib/format";

import { isPayoutBatchApproved, payoutRowStateLabel } from "./payout-words";

const SHOWN_STATES: readonly BatchRowState[] = ["paid", "pending", "sent", "failed", "removed"];

/** Shows a batch's rows and amount by state, each linking to its rows, and the progress of the payment. */
export function PayoutBatchSumsByState({ batch }: { batch: PayoutBatchDetails }) {
  const { rows, amount, paid, failed } = batch;
  const states = isPayoutBatchApproved(batch) ? SHOWN_STATES : SHOWN_STATES.filter((state) => batch[state].rows > 0);
  return (
    <Card>
      <CardHeader title="Rows" description={`${pluralize(rows, "row")}, ${formatMoney(amount)}`} />
      <div className="space-y-4 px-5 pb-5">
        {isPayoutBatchApproved(batch) && <ProgressBar label="Rows done" value={paid.rows + failed.rows} max={rows} />}
        <dl className="space-y-2 text-sm">
          {states.map((state) => (
            <div key={state} className="flex flex-wrap items-baseline justify-between gap-x-4">
              <dt className={state === "failed" && failed.rows > 0 ? "text-danger" : "text-muted"}>
                {batch[state].rows > 0 ? (
                  <HoverLink
                    href={`${recordUrl("grant_batch", batch.id)}?state=${state}`}
                    scroll={false}
                    className="rounded-sm font-semibold text-primary hover:underline"
                  >
                    {payoutRowStateLabel(state)}
                  </HoverLink>
                ) : (
                  payoutRowStateLabel(state)
                )}
              </dt>
              <dd className="tabular-nums">
                <span className="text-muted">{pluralize(batch[state].rows, "row")}</span>
                <span className="ml-4 inline-block min-w-28 text-right font-semibold">
                  {formatMoney(batch[state].amount)}
                </span>
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </Card>
  );
}
