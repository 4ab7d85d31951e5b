import type { DayCheckResult, ReconciliationDayFigures } from "@/lib/contract/reconciliation-days";
import { DAY_CLOSING_CHECK_LABELS } from "@/lib/contract/reconciliation-days.values";
import { RECONCILIATION_KIND_WORDS, RECONCILIATION_SIDE_WORDS } from "@/lib/contract/reconciliation-items.values";
import { TRANSACTION_LABELS } from "@/lib/contract/transaction.values";
import { formatDateTime, formatDay, titleCase } from "@/lib/format";

/** A line of a closed day's record. Amounts in kobo. */
export type DayRecordLine = { section: string; label: string; count: number | null; amount: number | null };

/** Parts of a closed day's record other than its figures: who closed it and when, remark, checklist and audit position. */
export type DayClosing = {
  day: string;
  proposedBy: string;
  proposedAt: Date;
  closedBy: string;
  closedAt: Date;
  remark: string;
  auditHash: string;
  auditPosition: number;
  checklist: readonly DayCheckResult[];
  exceptions: { count: number; sum: number };
};

const label = (code: string) => TRANSACTION_LABELS[code] ?? titleCase(code);

/** Returns the label of a group of float postings: "Tax and levy, card: 1001 Development levy". */
export function ledgerGroupLabel({
  kind,
  type,
  channel,
  head,
}: ReconciliationDayFigures["ledger"]["in_groups"][number]): string {
  const parts = [type ? label(type) : RECONCILIATION_KIND_WORDS[kind], channel && label(channel).toLowerCase()]
    .filter(Boolean)
    .join(", ");
  const text =
    type && kind !== "payment" && label(type) !== RECONCILIATION_KIND_WORDS[kind]
      ? `${RECONCILIATION_KIND_WORDS[kind]}: ${parts}`
      : parts;
  return head ? `${text}: ${head.code} ${head.name}` : text;
}

/** Returns all lines of a day's record, in the order of its files. */
export function dayRecordLines(figures: ReconciliationDayFigures, closing: DayClosing): DayRecordLine[] {
  const { bank, ledger, provider, statement, carried, addendum, suspense } = figures;
  const lines: DayRecordLine[] = [];
  const section = (name: string, ...rows: [label: string, amount: number | null, count?: number][]) => {
    for (const [text, amount, count = null] of rows) lines.push({ section: name, label: text, count, amount });
  };
  const time = (at: Date) => `${formatDateTime(at.getTime())}, Lagos time`;
  section(
    "Record",
    [`Day: ${formatDay(closing.day)}`, null],
    [`Proposed by ${closing.proposedBy} on ${time(closing.proposedAt)}`, null],
    [`Closed by ${closing.closedBy} on ${time(closing.closedAt)}`, null],
    [`Remark: ${closing.remark || "none"}`, null],
    [`Audit chain at closing: position ${closing.auditPosition}, hash ${closing.auditHash}`, null],
  );
  section(
    "Reconciliation",
    ["Settlement float in the ledger", statement.ledger],
    ["Bank accounts", statement.bank],
    ["Ledger minus bank", statement.ledger - statement.bank],
    ["At payment providers", statement.at_provider],
    ["Ledger items not matched yet", statement.open_ledger],
    ["Bank lines not matched yet", -statement.open_bank],
    ["Difference from before reconciliation began", statement.opening_difference],
    ["Difference that is not explained", statement.difference],
    ["Exceptions within the limit", closing.exceptions.sum, closing.exceptions.count],
  );
  section("Ledger", ["Opening balance", ledger.opening], ["Money in", ledger.in]);
  for (const group of ledger.in_groups) section("Ledger", [`In: ${ledgerGroupLabel(group)}`, group.sum, group.count]);
  section("Ledger", ["Money out", -ledger.out]);
  for (const group of ledger.out_groups)
    section("Ledger", [`Out: ${ledgerGroupLabel(group)}`, -group.sum, group.count]);
  section("Ledger", ["Fees earned", ledger.fees], ["Closing balance", ledger.closing]);
  for (const account of bank.accounts)
    section(
      "Bank",
      [`${account.name}: opening balance`, account.opening],
      [`${account.name}: money in`, account.in],
      [`${account.name}: money out`, -account.out],
      [`${account.name}: closing balance`, account.closing],
    );
  section("Bank", ["All accounts: opening balance", bank.opening], ["All accounts: closing balance", bank.closing]);
  section(
    "Provider",
    ["At providers before", provider.opening],
    ["Payments", provider.payments],
    ["Fees", provider.fees],
    ["Refunds", provider.refunds],
    ["Payouts", provider.payouts],
    ["Chargebacks", provider.chargebacks],
    ["Other deductions", provider.deductions],
    ["Settlements, net", provider.settled],
    ["At providers after", provider.closing],
  );
  for (const { side, kind, count, sum } of carried)
    section("Carried forward", [
      `${RECONCILIATION_SIDE_WORDS[side]}: ${RECONCILIATION_KIND_WORDS[kind].toLowerCase()}`,
      sum,
      count,
    ]);
  for (const item of addendum)
    section("Addendum", [
      `${RECONCILIATION_SIDE_WORDS[item.side]}, ${RECONCILIATION_KIND_WORDS[item.kind].toLowerCase()} of ${formatDay(item.day)}${item.reference ? `, ${item.reference}` : ""}`,
      item.amount,
    ]);
  for (const line of suspense.lines)
    section("Suspense", [`${line.reference}, since ${formatDay(line.since)}`, line.amount]);
  section("Suspense", ["Balance of suspense", suspense.balance]);
  for (const check of closing.checklist)
    section("Checklist", [`${DAY_CLOSING_CHECK_LABELS[check.id]}: ${check.text}`, null]);
  return lines;
}
