import { WhatItIsNow } from "@/components/common/what-it-is-now";
import type { PaymentMethod } from "@/lib/contract/transaction";
import { formatMoney } from "@/lib/format";
import { feeWords } from "./fee-words";
import { wordsOf } from "./transaction-words";

const FACTS: readonly (readonly [label: string, words: (method: PaymentMethod) => string])[] = [
  ["Name", ({ name }) => name],
  ["Channel", ({ channel }) => wordsOf(channel)],
  ["Provider", ({ provider }) => wordsOf(provider)],
  ["Least amount", ({ min_amount }) => formatMoney(min_amount)],
  ["Most", ({ max_amount }) => formatMoney(max_amount)],
  ["Fee", ({ fee }) => feeWords(fee)],
  ["Place in the order", ({ position }) => String(position)],
  ["Status", ({ enabled }) => (enabled ? "Enabled" : "Disabled")],
  ["Used", (method) => (method.is_used ? "Yes" : "No")],
];

/** What somebody else changed meanwhile. */
export function MethodConflict({ base, newer }: { base: PaymentMethod; newer: PaymentMethod }) {
  const changed = FACTS.filter(([, words]) => words(base) !== words(newer));
  return (
    <WhatItIsNow>
      <ul className="mt-1 list-disc space-y-0.5 pl-5">
        {changed.map(([label, words]) => (
          <li key={label}>
            {label}: {words(newer)}; it was {words(base)}
          </li>
        ))}
        {changed.length === 0 && <li>What it says is the same as when you opened it.</li>}
      </ul>
      <p className="mt-2 font-normal">What you typed is still here. Saving now puts it in place of the above.</p>
    </WhatItIsNow>
  );
}
