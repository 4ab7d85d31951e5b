"use client";

import { CopyableText } from "@/components/common/copyable-text";
import { DateTime } from "@/components/common/date-time";
import { FactList, type LabelledFact } from "@/components/common/fact-list";
import { FreeText } from "@/components/common/free-text";
import { Money } from "@/components/common/money";
import { StatusBadge } from "@/components/common/status-badge";
import { HoverLink } from "@/components/ui/hover-link";
import type { ReconciliationItemDetails } from "@/lib/contract/reconciliation-items";
import {
  DIFFERENCE_CAUSE_WORDS,
  ITEM_STATE_WORDS,
  MATCH_RULE_WORDS,
  RECONCILIATION_KIND_WORDS,
  RECONCILIATION_SIDE_WORDS,
} from "@/lib/contract/reconciliation-items.values";
import { recordUrl } from "@/lib/contract/records";
import { routes } from "@/lib/contract/routes";
import { adminLabel, formatDay, formatMoney, titleCase } from "@/lib/format";
import { useAccess } from "@/lib/queries/rp";
import { ITEM_LINK_CLASS } from "./item-lines";
import { itemStateNote } from "./items-columns";

/** Lists a reconciliation item's data, with links to its transaction, ledger entry, bank statement and manual transfers. */
export function ItemFacts({ item }: { item: ReconciliationItemDetails }) {
  const mayOpenTransaction = useAccess(routes.transaction.single);
  const { match, statement } = item;
  const note = itemStateNote(item);
  return (
    <FactList
      facts={[
        [
          "State",
          <span key="state" className="inline-flex flex-wrap items-center gap-2">
            <StatusBadge status={item.state} label={item.is_split ? "Split" : ITEM_STATE_WORDS[item.state]} />
            {note}
            {item.cause && ` (${DIFFERENCE_CAUSE_WORDS[item.cause]})`}
          </span>,
        ],
        ["Amount", <Money key="amount" kobo={item.amount} />],
        [
          "Side",
          [RECONCILIATION_SIDE_WORDS[item.side], item.account?.name ?? (item.provider && titleCase(item.provider))]
            .filter(Boolean)
            .join(", "),
        ],
        ["Kind", RECONCILIATION_KIND_WORDS[item.kind]],
        ["Day", formatDay(item.day)],
        item.accounting_day !== item.day && ["Counted on", formatDay(item.accounting_day)],
        item.state !== "matched" && ["Due", formatDay(item.due_on)],
        reference("Reference", item.reference),
        reference("Provider reference", item.provider_reference),
        item.narration !== "" && [
          "Narration",
          <FreeText key="narration" lines>
            {item.narration}
          </FreeText>,
        ],
        item.transaction_id !== null &&
          mayOpenTransaction && [
            "Transaction",
            <Link key="transaction" href={recordUrl("transaction", item.transaction_id)}>
              Open the transaction
            </Link>,
          ],
        item.entry_id !== null && [
          "Ledger",
          <Link key="ledger" href={recordUrl("ledger_entry", item.entry_id)}>
            Entry with its postings
          </Link>,
        ],
        statement !== null && [
          "Statement",
          <Link key="statement" href={`/dashboard/wallets/reconciliation/accounts?statement=${statement.id}`}>
            {statement.file_name}
            {statement.line !== null && `, line ${statement.line}`}
          </Link>,
        ],
        item.question !== null &&
          item.asked !== null && [
            "Question",
            <FreeText key="question" lines>
              {`${adminLabel(item.asked)}: ${item.question}`}
            </FreeText>,
          ],
        match !== null && [
          "Match",
          <span key="match">
            {MATCH_RULE_WORDS[match.rule]}
            {match.matched_by && `, ${adminLabel(match.matched_by)}`}, <DateTime at={match.matched_at} />
          </span>,
        ],
        match !== null && match.remark !== "" && ["Remark", <FreeText key="remark">{match.remark}</FreeText>],
        ...item.movements.map(
          (movement): LabelledFact => [
            movement.reference,
            <span key={movement.id} className="inline-flex flex-wrap items-center gap-2">
              <Link href={recordUrl("wallet_movement", movement.id)}>
                {titleCase(movement.kind)} {formatMoney(movement.amount)}
              </Link>
              <StatusBadge status={movement.state} />
            </span>,
          ],
        ),
      ]}
    />
  );
}

const reference = (label: string, value: string | null): LabelledFact =>
  value !== null && [label, <CopyableText key={label} value={value} what="the reference" />];

const Link = ({ href, children }: { href: string; children: React.ReactNode }) => (
  <HoverLink href={href} className={ITEM_LINK_CLASS}>
    {children}
  </HoverLink>
);
