import { CopyableText } from "@/components/common/copyable-text";
import { DateTime } from "@/components/common/date-time";
import { FactList, type LabelledFact } from "@/components/common/fact-list";
import { Money } from "@/components/common/money";
import { Card, CardHeader } from "@/components/ui/card";
import { HoverLink } from "@/components/ui/hover-link";
import { recordUrl } from "@/lib/contract/records";
import { routes } from "@/lib/contract/routes";
import type { TransactionDetails } from "@/lib/contract/transaction";
import { formatMoney } from "@/lib/format";
import { useAccess } from "@/lib/queries/rp";
import { ALL_TRANSACTIONS_URL, transactionLabel } from "./transaction-words";

/** States of transactions that ended without payment. */
const FAILED_STATES: readonly string[] = ["failed", "expired"];

const LINK_CLASS = "rounded-sm text-primary hover:underline";

/** Links to a payer's or receiver's page, or to their transactions if the admin may not open the page. */
function PersonLink({ person }: { person: { id: string; name: string } }) {
  const mayOpen = useAccess(routes.user.single);
  return (
    <HoverLink
      href={mayOpen ? recordUrl("user", person.id) : `${ALL_TRANSACTIONS_URL}?user=${person.id}`}
      className={LINK_CLASS}
    >
      {person.name}
    </HoverLink>
  );
}

/** Lists the total charged and what a promotion contributed; for a refund, the amounts returned to payer and promotions pool. */
function promotionFacts({ type, amount, fee, discount, cashback }: TransactionDetails): LabelledFact[] {
  if (type !== "refund")
    return [
      discount > 0 && ["Discount", <Money key="discount" kobo={-discount} />],
      ["Total charged", formatMoney(amount + fee - discount)],
      cashback > 0 && ["Cashback to the wallet", formatMoney(cashback)],
    ];
  const poolAmount = discount + cashback;
  if (poolAmount === 0) return [["Total charged", formatMoney(amount + fee)]];
  return [
    ["Back to the payer", formatMoney(amount - poolAmount)],
    ["Back to the promotions pool", formatMoney(poolAmount)],
  ];
}

/** Describes the result of comparing the expected account name with the name at the bank. */
function accountCheckText({ is_equal, decision }: NonNullable<TransactionDetails["account_check"]>): string {
  if (is_equal) return "as expected";
  if (decision === null) return "differs: not sent until an admin decides";
  return decision === "send" ? "differs: accepted by an admin" : "differs: not accepted";
}

/** Renders amounts, payer, method and references of a transaction, with copy buttons. */
export function TransactionFacts({ transaction }: { transaction: TransactionDetails }) {
  const { user, counterparty, payment_method: method, bank_account: bank, refund_of: original, refunds } = transaction;
  const { account_check: nameCheck } = transaction;
  const facts: LabelledFact[] = [
    ["Type", transactionLabel(transaction.type)],
    ["For", transaction.description || "–"],
    transaction.revenue_head !== null && [
      "Revenue head",
      `${transaction.revenue_head.code} ${transaction.revenue_head.name}, ${transaction.revenue_head.ministry}`,
    ],
    ["Amount", formatMoney(transaction.amount)],
    ["Fee", formatMoney(transaction.fee)],
    ...promotionFacts(transaction),
    transaction.refunded_amount > 0 && ["Refunded", formatMoney(transaction.refunded_amount)],
    ["User", <PersonLink key="user" person={user} />],
    ["Phone", <CopyableText key="phone" value={transaction.user_phone} what="phone" />],
    ["Email", <CopyableText key="email" value={transaction.user_email} what="email" />],
    counterparty !== null && ["To", <PersonLink key="to" person={counterparty} />],
    [
      "Channel",
      `${transactionLabel(transaction.channel)}${transaction.card_last4 ? ` •••• ${transaction.card_last4}` : ""}`,
    ],
    method !== null && ["Method", `${method.name}, ${transactionLabel(method.provider).toLowerCase()}`],
    bank !== null && [
      "Bank account",
      `${bank.account_name}, bank ${bank.bank_code}, account •••• ${bank.account_last4}`,
    ],
    nameCheck !== null && ["Name at the bank", `${nameCheck.name_at_bank} (${accountCheckText(nameCheck)})`],
    transaction.provider_reference !== null && [
      "Provider reference",
      <CopyableText key="provider" value={transaction.provider_reference} what="provider reference" />,
    ],
    transaction.completed_at !== null && [
      FAILED_STATES.includes(transaction.state) ? "Failed at" : "Completed",
      <DateTime key="completed" at={transaction.completed_at} />,
    ],
    transaction.failure_reason !== null && [
      transaction.refused ? "Why it was refused" : "Why it failed",
      transaction.failure_reason,
    ],
    transaction.paid_out &&
      transaction.state === "succeeded" && [
        "Refund",
        "Not from here: it went out to a bank. When the bank returns it, finance books it on suspense and from there to the user's wallet.",
      ],
    original !== null && [
      "Refund of",
      <HoverLink key="original" href={`${ALL_TRANSACTIONS_URL}/${original.id}`} className={LINK_CLASS}>
        {original.reference}
      </HoverLink>,
    ],
    refunds.length > 0 && [
      "Refunds",
      <ul key="refunds" className="space-y-1">
        {refunds.map(({ id, reference, amount, created_at }) => (
          <li key={id} className="flex flex-wrap gap-x-2">
            <HoverLink href={`${ALL_TRANSACTIONS_URL}/${id}`} className={LINK_CLASS}>
              {reference}
            </HoverLink>
            {formatMoney(amount)}
            <span className="font-normal text-muted">
              <DateTime at={created_at} />
            </span>
          </li>
        ))}
      </ul>,
    ],
  ];
  return (
    <Card>
      <CardHeader title="Details" />
      <div className="px-5 pb-5">
        <FactList facts={facts} />
      </div>
    </Card>
  );
}
