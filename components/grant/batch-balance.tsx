import { CircleCheck, Clock, TriangleAlert } from "lucide-react";
import { Card, CardHeader } from "@/components/ui/card";
import type { PayoutBatchDetails } from "@/lib/contract/grant-payouts";
import { formatMoney } from "@/lib/format";
import { isPayoutBatchPaying } from "./payout-words";

type BatchAmounts = Pick<
  PayoutBatchDetails,
  "paid" | "sent" | "ledger" | "provider" | "to_banks" | "is_balanced" | "state"
>;

const BALANCE_STYLES = {
  balanced: { icon: CircleCheck, tone: "text-success", role: "status" },
  // Shows a difference as pending during payment, because the sums are read at different moments.
  open: { icon: Clock, tone: "text-muted", role: "status" },
  wrong: { icon: TriangleAlert, tone: "text-danger", role: "alert" },
} as const;

/** Compares the sum of a batch's paid rows with the ledger's and the provider's sums, to the kobo. */
export function PayoutBatchSumsComparison({ batch }: { batch: BatchAmounts }) {
  const balanceState = batch.is_balanced ? "balanced" : isPayoutBatchPaying(batch) ? "open" : "wrong";
  const { icon: Icon, tone, role } = BALANCE_STYLES[balanceState];
  const facts: readonly (readonly [string, number])[] = [
    ["Paid rows", batch.paid.amount],
    ["Ledger: taken from the grants pool", batch.ledger],
    ["Provider: moved to bank accounts", batch.provider],
    ["Total to bank accounts", batch.to_banks],
  ];
  return (
    <Card>
      <CardHeader title="Balance" />
      <div className="space-y-3 px-5 pb-5 text-sm">
        <p role={role} className={`flex items-start gap-2 font-semibold ${tone}`}>
          <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          {describePayoutBatchSums(batch)}
        </p>
        <dl className="space-y-2">
          {facts.map(([label, amount]) => (
            <div key={label} className="flex flex-wrap items-baseline justify-between gap-x-4">
              <dt className="text-muted">{label}</dt>
              <dd className="font-semibold tabular-nums">{formatMoney(amount)}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Card>
  );
}

/** Describes the comparison of the sums: "Balanced to the kobo", or the difference. */
export function describePayoutBatchSums(batch: BatchAmounts): string {
  const { paid, ledger, provider } = batch;
  if (batch.is_balanced) return "Balanced to the kobo";
  if (isPayoutBatchPaying(batch)) return "Compared again when the payment is over";
  const difference = ledger - paid.amount;
  if (difference !== 0)
    return `Not balanced: the ledger has ${formatMoney(Math.abs(difference))} ${difference > 0 ? "more" : "less"} than the paid rows.`;
  return `Not balanced: the ${formatMoney(provider)} that the provider moved differ from the paid rows to bank accounts.`;
}
