import { Alert } from "@/components/ui/alert";
import type { TransactionDetails } from "@/lib/contract/transaction";
import { formatMoney } from "@/lib/format";

type Props = { transaction: Pick<TransactionDetails, "refused" | "failure_reason" | "reference"> };

/** Shows on a refund's page why the provider refused it and what to do next. Renders nothing for other transactions. */
export function RefundRefusedAlert({ transaction: { refused, failure_reason, reference } }: Props) {
  if (!refused) return null;
  return (
    <div className="mb-5">
      <Alert tone="warning" title="The provider refused this refund">
        <p>{failure_reason}</p>
        <p className="mt-1 font-normal">
          {refused.can_retry
            ? `It is not sent again automatically. ${formatMoney(refused.amount)} are on suspense. Ask the provider for the cause. Then try the refund again, or clear the money to the wallet in System Wallet, naming ${reference}.`
            : "Its money was moved from suspense, or a request in System Wallet is about to move it. So the refund can't be sent again."}
        </p>
      </Alert>
    </div>
  );
}
