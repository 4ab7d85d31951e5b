import type { ComparedFields } from "@/components/common/form/current-version";
import type { PaymentMethod } from "@/lib/contract/transaction";
import { formatMoney } from "@/lib/format";
import { describeFee } from "./fee-words";
import { transactionLabel } from "./transaction-words";

/** Fields of a payment method, shown on its page and compared in a conflict. */
export const PAYMENT_METHOD_DIFF_FIELDS: ComparedFields<PaymentMethod> = [
  ["Name", ({ name }) => name],
  ["Channel", ({ channel }) => transactionLabel(channel)],
  ["Provider", ({ provider }) => transactionLabel(provider)],
  ["Minimum", ({ min_amount }) => formatMoney(min_amount)],
  ["Maximum", ({ max_amount }) => formatMoney(max_amount)],
  ["Fee", ({ fee }) => describeFee(fee)],
  ["Display order", ({ position }) => String(position)],
  ["Status", ({ enabled }) => (enabled ? "Enabled" : "Disabled")],
  ["Used", (method) => (method.is_used ? "Yes" : "No")],
];
