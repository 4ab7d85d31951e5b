import type { Facts } from "@/components/common/form/current-version";
import type { PaymentMethod } from "@/lib/contract/transaction";
import { formatMoney } from "@/lib/format";
import { describeFee } from "./fee-words";
import { labelOf } from "./transaction-words";

/** Facts of a payment method, shown on its page and in a conflict. */
export const METHOD_FACTS: Facts<PaymentMethod> = [
  ["Name", ({ name }) => name],
  ["Channel", ({ channel }) => labelOf(channel)],
  ["Provider", ({ provider }) => labelOf(provider)],
  ["Minimum", ({ min_amount }) => formatMoney(min_amount)],
  ["Maximum", ({ max_amount }) => formatMoney(max_amount)],
  ["Fee", ({ fee }) => describeFee(fee)],
  ["Display order", ({ position }) => String(position)],
  ["Status", ({ enabled }) => (enabled ? "Enabled" : "Disabled")],
  ["Used", (method) => (method.is_used ? "Yes" : "No")],
];
