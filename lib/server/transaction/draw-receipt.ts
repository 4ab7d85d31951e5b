import "server-only";
import type { TransactionDetails } from "@/lib/contract/transaction";
import {
  SETTLED_TRANSACTION_STATES,
  TRANSACTION_LABELS,
  type TransactionState,
} from "@/lib/contract/transaction.values";
import { formatDateTime, formatMoney, titleCase } from "@/lib/format";
import type { DrawContext } from "@/lib/server/exports/documents";
import { isolateDirection } from "@/lib/server/pdf/sanitize-text";
import { openPdfSheet, PDF_PAGE, type PdfSheet } from "@/lib/server/pdf/sheet";
import { readTransactionDetails } from "./single";

const transactionLabel = (value: string) => TRANSACTION_LABELS[value] ?? titleCase(value);
const isSettled = (state: TransactionState) => (SETTLED_TRANSACTION_STATES as readonly string[]).includes(state);
const toTime = (at: string) => `${formatDateTime(at)}, Lagos time`;

/**
 * Draws a receipt of one transaction. Omits everything that only admins may see (postings, attempts, provider messages,
 * admins' actions). If the transaction did not succeed, the page states that it is no proof of payment.
 */
export async function* drawReceipt(
  { db, pdf, adminName: by, drawnAt: at, exportId }: DrawContext,
  transactionId: string,
) {
  const transaction = await readTransactionDetails(db, transactionId);
  const { reference, state, amount, fee, discount, cashback } = transaction;
  const title = isSettled(state) ? "Receipt" : "Status of a transaction";
  const sheet = await openPdfSheet(pdf, { title, pages: 1, by, at, exportId });
  sheet.turn();
  sheet.text("Reference", PDF_PAGE.left, 116, { ink: "muted" });
  sheet.text(reference, PDF_PAGE.left, 130, { face: "bold", size: 16, width: 300 });
  sheet.text(titleCase(state), PDF_PAGE.right, 130, { face: "bold", size: 13, ink: "brand", align: "end", width: 180 });
  sheet.text("State", PDF_PAGE.right, 116, { ink: "muted", align: "end" });

  sheet.box(PDF_PAGE.left, 164, PDF_PAGE.right - PDF_PAGE.left, 92);
  sheet.text("Amount", 64, 178, { ink: "muted" });
  sheet.text(formatMoney(amount), 64, 194, { face: "bold", size: 24, width: 300 });
  sheet.text(transactionLabel(transaction.type), 64, 230, { ink: "muted", width: 300 });
  const sums: [string, number][] = [["Fee", fee]];
  if (transaction.type === "refund" && discount + cashback > 0) sums.push(["Refunded", amount - discount - cashback]);
  if (transaction.type !== "refund") {
    if (discount > 0) sums.push(["Discount", -discount]);
    sums.push(["Total charged", amount + fee - discount]);
    if (cashback > 0) sums.push(["Cashback", cashback]);
  }
  if (transaction.refunded_amount > 0) sums.push(["Refunded", transaction.refunded_amount]);
  sums.forEach(([label, kobo], index) => {
    sheet.text(label, 372, 180 + index * 18, { ink: "muted", width: 80 });
    sheet.text(formatMoney(kobo), 531, 180 + index * 18, { face: "bold", align: "end", width: 110 });
  });

  let y = 280;
  if (!isSettled(state))
    y = sheet.paragraph(NOT_PAID[state] ?? "", PDF_PAGE.left, y, { face: "bold", ink: "alarm" }) + 10;
  y = drawReceiptRows(sheet, "Details", receiptDetails(transaction), y);
  drawReceiptRows(sheet, "Dates", stateDates(transaction), y + 18);
  yield 1;
}

/** Texts for payments that did not succeed. No text states whether money was taken, because a late or wrong amount may be on suspense. */
const NOT_PAID: Partial<Record<TransactionState, string>> = {
  pending: "This payment is not decided yet. This page is no proof of payment.",
  processing: "This payment is not decided yet. This page is no proof of payment.",
  failed: "This payment did not go through. This page is no proof of payment.",
  expired: "This payment was not completed in time. This page is no proof of payment.",
};

type ReceiptRow = readonly [term: string, value: string];

function receiptDetails(transaction: TransactionDetails): ReceiptRow[] {
  const { user, counterparty, bank_account: bank, payment_method: method, refund_of: original, refunds } = transaction;
  const last4 = transaction.card_last4 ? ` •••• ${transaction.card_last4}` : "";
  return [
    ["For", transaction.description || "–"],
    ...(transaction.revenue_head
      ? [
          ["Revenue head", `${transaction.revenue_head.code} ${transaction.revenue_head.name}`] as const,
          ["Ministry", transaction.revenue_head.ministry] as const,
        ]
      : []),
    [transaction.type === "refund" ? "Given back to" : "User", user.name],
    ["Phone", transaction.user_phone],
    ...(counterparty ? [["To", counterparty.name] as const] : []),
    ...(bank
      ? [
          [
            "To",
            `${isolateDirection(bank.account_name)}, bank ${bank.bank_code}, account •••• ${bank.account_last4}`,
          ] as const,
        ]
      : []),
    ["Channel", `${transactionLabel(transaction.channel)}${last4}`],
    ...(method ? [["Method", `${method.name}, ${transactionLabel(method.provider).toLowerCase()}`] as const] : []),
    ...(transaction.provider_reference ? [["Provider reference", transaction.provider_reference] as const] : []),
    ...(transaction.failure_reason && !transaction.refused
      ? [["Why it failed", transaction.failure_reason] as const]
      : []),
    ...(original ? [["Refund of", original.reference] as const] : []),
    ...refunds
      .slice(0, 8)
      .map((each) => ["Refund", `${each.reference}, ${formatMoney(each.amount)}, ${toTime(each.created_at)}`] as const),
  ];
}

/** Returns the transaction's creation time and its changes of state. */
function stateDates({ created_at, events }: TransactionDetails): ReceiptRow[] {
  const changes = events.filter(({ to_state, from_state }) => to_state && to_state !== from_state).reverse();
  return [
    ["Created", toTime(created_at)],
    ...changes.slice(0, 10).map(({ to_state, at }) => [titleCase(to_state ?? ""), toTime(at)] as const),
  ];
}

/** Draws a titled table of terms and values. @returns y below its last line */
function drawReceiptRows(sheet: PdfSheet, title: string, entries: readonly ReceiptRow[], y: number): number {
  sheet.text(title, PDF_PAGE.left, y, { face: "bold", size: 11 });
  let at = y + 20;
  for (const [term, value] of entries) {
    sheet.line(at);
    sheet.text(term, PDF_PAGE.left, at + 6, { ink: "muted", width: 120 });
    at = Math.max(sheet.paragraph(value, 180, at + 6, { lines: 3 }) + 5, at + 20);
  }
  sheet.line(at);
  return at;
}
