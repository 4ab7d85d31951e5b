import type { ReactNode } from "react";
import { CopyButton } from "@/components/common/copy-button";
import { DateTime } from "@/components/common/date-time";
import { Card, CardHeader } from "@/components/ui/card";
import { HoverLink } from "@/components/ui/hover-link";
import { recordUrl } from "@/lib/contract/records";
import { routes } from "@/lib/contract/routes";
import type { TransactionSingle } from "@/lib/contract/transaction";
import { formatMoney } from "@/lib/format";
import { useMay } from "@/lib/queries/rp";
import { ALL_URL, wordsOf } from "./transaction-words";

/** It ended without its money. */
const FAILED: readonly string[] = ["failed", "expired"];

const link = "rounded-sm text-primary hover:underline";

/** Leads to their page, for those who may open it; to their transactions otherwise. */
function Person({ person }: { person: { id: string; name: string } }) {
  const mayOpen = useMay(routes.user.single);
  return (
    <HoverLink href={mayOpen ? recordUrl("user", person.id) : `${ALL_URL}?user=${person.id}`} className={link}>
      {person.name}
    </HoverLink>
  );
}

/** What was charged, and what a promotion gave; of a refund, what went back to whom. */
function promotionFacts({ type, amount, fee, discount, cashback }: TransactionSingle): [string, string][] {
  if (type !== "refund")
    return [
      ...(discount > 0 ? [["Discount", formatMoney(-discount)] as [string, string]] : []),
      ["Total charged", formatMoney(amount + fee - discount)],
      ...(cashback > 0 ? [["Cashback to the wallet", formatMoney(cashback)] as [string, string]] : []),
    ];
  const toPool = discount + cashback;
  if (toPool === 0) return [["Total charged", formatMoney(amount + fee)]];
  return [
    ["Back to the payer", formatMoney(amount - toPool)],
    ["Back to the promotions pool", formatMoney(toPool)],
  ];
}

/** What was paid, by whom and how; every number can be copied. */
export function TransactionFacts({ transaction }: { transaction: TransactionSingle }) {
  const { user, counterparty, payment_method: method, refund_of: original, refunds } = transaction;
  const copied = (value: string, what: string) => (
    <span className="-my-1 flex items-center gap-1">
      <span className="min-w-0 break-all">{value}</span>
      <CopyButton value={value} label={`Copy ${what}`} />
    </span>
  );
  const facts: (readonly [string, ReactNode] | false)[] = [
    ["Type", wordsOf(transaction.type)],
    ["For", transaction.description || "–"],
    ["Amount", formatMoney(transaction.amount)],
    ["Fee", formatMoney(transaction.fee)],
    ...promotionFacts(transaction),
    transaction.refunded_amount > 0 && ["Refunded", formatMoney(transaction.refunded_amount)],
    ["User", <Person key="user" person={user} />],
    ["Phone", copied(transaction.user_phone, "phone")],
    ["Email", copied(transaction.user_email, "email")],
    counterparty !== null && ["To", <Person key="to" person={counterparty} />],
    ["Channel", `${wordsOf(transaction.channel)}${transaction.card_last4 ? ` •••• ${transaction.card_last4}` : ""}`],
    method !== null && ["Method", `${method.name}, ${wordsOf(method.provider).toLowerCase()}`],
    transaction.provider_reference !== null && [
      "Provider reference",
      copied(transaction.provider_reference, "provider reference"),
    ],
    transaction.completed_at !== null && [
      FAILED.includes(transaction.state) ? "Failed at" : "Completed",
      <DateTime key="completed" at={transaction.completed_at} />,
    ],
    transaction.failure_reason !== null && ["Why it failed", transaction.failure_reason],
    transaction.paid_out &&
      transaction.state === "succeeded" && [
        "Refund",
        "Not from here: it went out to a bank. When the bank returns it, finance books it on suspense and from there to the user's wallet.",
      ],
    original !== null && [
      "Refund of",
      <HoverLink key="original" href={`${ALL_URL}/${original.id}`} className={link}>
        {original.reference}
      </HoverLink>,
    ],
  ];
  return (
    <Card>
      <CardHeader title="Details" />
      <dl className="grid grid-cols-[9rem_minmax(0,1fr)] gap-x-3 gap-y-2 px-5 max-md:grid-cols-[7.5rem_minmax(0,1fr)] pb-5 text-sm [&_dd]:font-medium [&_dd]:break-words [&_dd]:tabular-nums [&_dt]:text-muted">
        {facts.map(
          (fact) =>
            fact && (
              <div key={fact[0]} className="contents">
                <dt>{fact[0]}</dt>
                <dd>{fact[1]}</dd>
              </div>
            ),
        )}
        {refunds.length > 0 && (
          <>
            <dt>Refunds</dt>
            <dd>
              <ul className="space-y-1">
                {refunds.map(({ id, reference, amount, created_at }) => (
                  <li key={id} className="flex flex-wrap gap-x-2">
                    <HoverLink href={`${ALL_URL}/${id}`} className={link}>
                      {reference}
                    </HoverLink>
                    {formatMoney(amount)}
                    <span className="font-normal text-muted">
                      <DateTime at={created_at} />
                    </span>
                  </li>
                ))}
              </ul>
            </dd>
          </>
        )}
      </dl>
    </Card>
  );
}
