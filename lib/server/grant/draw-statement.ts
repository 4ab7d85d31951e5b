import "server-only";
import type { SQL } from "drizzle-orm";
import { and, asc, eq, gt, inArray, sql } from "drizzle-orm";
import type { PayoutBatchDetails } from "@/lib/contract/grant-payouts";
import { adminLabel, formatCount, formatDateTime, formatMoney, titleCase } from "@/lib/format";
import { fullName } from "@/lib/server/api/context";
import type { Queryable } from "@/lib/server/db/client";
import { grantApplications } from "@/lib/server/db/schema/grant";
import { grantBatchRows as table } from "@/lib/server/db/schema/grant-payout";
import { transactions } from "@/lib/server/db/schema/transaction";
import { users } from "@/lib/server/db/schema/user";
import type { DrawContext } from "@/lib/server/exports/documents";
import { openPdfSheet, PDF_PAGE, type PdfSheet } from "@/lib/server/pdf/sheet";
import { BATCH_STATE_TEXTS } from "./batch-record";
import { readPayoutBatchDetails } from "./batch-single";
import { ledgerSumSql, providerSumSql } from "./batch-sums";
import { UNPAID_ROW_STATES } from "./export-payouts";

const ROW_HEIGHT = 25;
/** Rows drawn between two yields to the event loop. Drawing them takes about 20 ms. */
const ROWS_PER_YIELD = 25;
const READ_SIZE = 150;
const FIRST_PAGE_ROWS_Y = 308;
const ROWS_Y = PDF_PAGE.top + 22;
const OPEN_ONLY_NOTE = "Only the rows that are not paid are listed here: the CSV file has every row.";
const rowsThatFitBelow = (y: number) => Math.floor((PDF_PAGE.bottom - y) / ROW_HEIGHT);
const COLUMN_X = { row: PDF_PAGE.left, who: 92, to: 268, state: 404, amount: PDF_PAGE.right };

function countPages(lines: number): number {
  const onFirst = rowsThatFitBelow(FIRST_PAGE_ROWS_Y);
  return lines <= onFirst ? 1 : 1 + Math.ceil((lines - onFirst) / rowsThatFitBelow(ROWS_Y));
}

/**
 * Draws the PDF statement of a payout batch: its sums, those of the ledger and the provider, and every row.
 * @param openOnly lists only unpaid rows, for a batch with too many rows for a PDF
 * @throws 404
 */
export async function* drawPayoutStatement(
  { db, pdf, adminName: by, drawnAt: at, exportId }: DrawContext,
  batchId: string,
  openOnly: boolean,
) {
  const batch = await readPayoutBatchDetails(db, batchId);
  // Number of rows to draw, as an upper bound: a failed row may still be paid while the file is drawn.
  const lines = openOnly ? batch.pending.rows + batch.sent.rows + batch.failed.rows : batch.rows + batch.removed.rows;
  const condition = and(eq(table.batchId, batchId), openOnly ? inArray(table.state, UNPAID_ROW_STATES) : undefined);
  const sheet = await openPdfSheet(pdf, { title: "Payout statement", pages: countPages(lines), by, at, exportId });
  sheet.turn();
  drawStatementHeader(sheet, batch);
  if (openOnly) sheet.text(OPEN_ONLY_NOTE, PDF_PAGE.left, 279, { size: 8, ink: "muted" });
  let y = drawColumnHeaders(sheet, FIRST_PAGE_ROWS_Y - 22);
  let drawn = 0;
  for (let after = 0; ; ) {
    const rows = await readRows(db, and(condition, gt(table.row, after)));
    for (const row of rows) {
      // The printed number of pages stays correct, because a batch gets no rows after its creation.
      if (y + ROW_HEIGHT > PDF_PAGE.bottom) {
        sheet.turn();
        y = drawColumnHeaders(sheet, PDF_PAGE.top);
      }
      drawRow(sheet, row, y);
      y += ROW_HEIGHT;
      drawn += 1;
      if (drawn % ROWS_PER_YIELD === 0) yield drawn;
    }
    if (rows.length < READ_SIZE) break;
    after = rows.at(-1)?.row.row ?? after;
  }
  yield drawn;
}

function drawStatementHeader(sheet: PdfSheet, batch: PayoutBatchDetails) {
  sheet.text(batch.reference, PDF_PAGE.left, 104, { face: "bold", size: 18, width: 300 });
  sheet.text(titleCase(BATCH_STATE_TEXTS[batch.state]), PDF_PAGE.right, 108, {
    face: "bold",
    size: 11,
    ink: "brand",
    align: "end",
    width: 180,
  });
  sheet.text(batch.programme.name, PDF_PAGE.left, 128, { ink: "muted" });
  const createdText = `Created by ${adminLabel(batch.created_by)} on ${formatDateTime(batch.created_at)}.`;
  const approvedText = batch.approved_by
    ? `Approved by ${adminLabel(batch.approved_by)} on ${formatDateTime(batch.approved_at ?? batch.created_at)}.`
    : "Not approved.";
  sheet.text(createdText, PDF_PAGE.left, 141, { size: 8, ink: "muted" });
  sheet.text(approvedText, PDF_PAGE.left, 151, { size: 8, ink: "muted" });
  drawAmountTiles(sheet, 162, [
    [`Whole batch (${formatCount(batch.rows)})`, batch.amount],
    [`Paid (${formatCount(batch.paid.rows)})`, batch.paid.amount],
    [`Failed (${formatCount(batch.failed.rows)})`, batch.failed.amount],
    [`Still open (${formatCount(batch.pending.rows + batch.sent.rows)})`, batch.pending.amount + batch.sent.amount],
  ]);
  drawAmountTiles(sheet, 216, [
    ["From the grants pool (ledger)", batch.ledger],
    ["To bank accounts (whole batch)", batch.to_banks],
    ["Reported by the provider", batch.provider],
  ]);
  const balanceText = batch.is_balanced
    ? "Balanced: what is paid agrees with the ledger and the provider to the kobo."
    : "Not balanced: what is paid differs from the ledger or the provider. Finance has to clear it up.";
  sheet.text(balanceText, PDF_PAGE.left, 268, { face: "bold", size: 8.5, ink: batch.is_balanced ? "brand" : "alarm" });
}

function drawAmountTiles(sheet: PdfSheet, y: number, values: readonly (readonly [label: string, kobo: number])[]) {
  sheet.box(PDF_PAGE.left, y, PDF_PAGE.right - PDF_PAGE.left, 46);
  values.forEach(([label, kobo], index) => {
    const width = 492 / values.length;
    sheet.text(label, 60 + index * width, y + 9, { size: 8, ink: "muted", width: width - 8 });
    sheet.text(formatMoney(kobo), 60 + index * width, y + 23, { face: "bold", size: 10.5, width: width - 6 });
  });
}

/** Draws the column headers. @returns y of the first row below them */
function drawColumnHeaders(sheet: PdfSheet, y: number): number {
  const style = { face: "bold", size: 8, ink: "muted" } as const;
  sheet.text("Row", COLUMN_X.row, y + 6, style);
  sheet.text("Applicant", COLUMN_X.who, y + 6, style);
  sheet.text("Paid to", COLUMN_X.to, y + 6, style);
  sheet.text("State", COLUMN_X.state, y + 6, style);
  sheet.text("Amount", COLUMN_X.amount, y + 6, { ...style, align: "end" });
  sheet.line(y + 21, "muted");
  return y + 22;
}

const readRows = (db: Queryable, where: SQL | undefined) =>
  db
    .select({
      row: table,
      reference: grantApplications.reference,
      payoutKind: grantApplications.payoutKind,
      bank: grantApplications.bank,
      last4: grantApplications.accountLast4,
      user: { firstName: users.firstName, lastName: users.lastName },
      transaction: transactions.reference,
      ledger: sql<string>`${ledgerSumSql(sql`${table}`)}`,
      provider: sql<string>`${providerSumSql(sql`${table}`)}`,
    })
    .from(table)
    .innerJoin(grantApplications, eq(grantApplications.id, table.applicationId))
    .innerJoin(users, eq(users.id, grantApplications.userId))
    .leftJoin(transactions, eq(transactions.id, table.transactionId))
    .where(where)
    .orderBy(asc(table.row))
    .limit(READ_SIZE);

function drawRow(sheet: PdfSheet, found: Awaited<ReturnType<typeof readRows>>[number], y: number) {
  const { row, reference, payoutKind, bank, last4, user, transaction, ledger, provider } = found;
  const smallStyle = { size: 6.5, ink: "muted" } as const;
  sheet.text(formatCount(row.row), COLUMN_X.row, y + 4, { size: 8, width: 40 });
  sheet.text(fullName(user), COLUMN_X.who, y + 4, { size: 8, width: 170 });
  sheet.text(reference, COLUMN_X.who, y + 14, { ...smallStyle, width: 170 });
  sheet.text(payoutKind === "wallet" ? "Wallet" : `${bank} •••• ${last4}`, COLUMN_X.to, y + 4, { size: 8, width: 130 });
  if (transaction) sheet.text(transaction, COLUMN_X.to, y + 14, { ...smallStyle, width: 130 });
  sheet.text(titleCase(row.state), COLUMN_X.state, y + 4, { size: 8, width: 50 });
  const sumsText = `Ledger ${formatMoney(Number(ledger))}, provider ${formatMoney(Number(provider))}`;
  const note = row.problem ?? (row.state === "removed" ? "" : sumsText);
  if (note) sheet.text(note, COLUMN_X.state, y + 14, { ...smallStyle, width: 140 });
  sheet.text(formatMoney(row.amount), COLUMN_X.amount, y + 4, { size: 8, align: "end", width: 86 });
  sheet.line(y + ROW_HEIGHT);
}
