import "server-only";
import type { SQL } from "drizzle-orm";
import { and, asc, eq, gt, inArray, sql } from "drizzle-orm";
import type { BatchSingle } from "@/lib/contract/grant-payouts";
import { adminWords, formatCount, formatDateTime, formatMoney, titleCase } from "@/lib/format";
import { fullName } from "@/lib/server/api/context";
import type { Queryable } from "@/lib/server/db/client";
import { grantApplications } from "@/lib/server/db/schema/grant";
import { grantBatchRows as table } from "@/lib/server/db/schema/grant-payout";
import { transactions } from "@/lib/server/db/schema/transaction";
import { users } from "@/lib/server/db/schema/user";
import type { Drawing } from "@/lib/server/exports/documents";
import { openSheet, PAGE, type Sheet } from "@/lib/server/pdf/sheet";
import { STATE_WORDS } from "./batch-record";
import { batchSingle } from "./batch-single";
import { ledgerOf, reportedOf } from "./batch-sums";
import { OPEN_ROWS } from "./export-payouts";

const ROW = 25;
/** Rows drawn between two yields; they take about 20 ms. */
const PIECE = 25;
const READ = 150;
const FIRST_ROWS_AT = 308;
const ROWS_AT = PAGE.top + 22;
const OPEN_ONLY = "Only the rows that are not paid are listed here: the CSV file has every row.";
const roomFrom = (y: number) => Math.floor((PAGE.bottom - y) / ROW);
const X = { row: PAGE.left, who: 92, to: 268, state: 404, amount: PAGE.right };

function pagesOf(lines: number): number {
  const onFirst = roomFrom(FIRST_ROWS_AT);
  return lines <= onFirst ? 1 : 1 + Math.ceil((lines - onFirst) / roomFrom(ROWS_AT));
}

/**
 * Draws the PDF statement of a payout batch: its sums, those of the ledger and the provider, and every row.
 * @param openOnly lists only unpaid rows, for a batch with too many rows for a PDF
 * @throws 404
 */
export async function* drawPayouts({ db, pdf, by, at, exportId }: Drawing, batchId: string, openOnly: boolean) {
  const batch = await batchSingle(db, batchId);
  // Upper bound: a failed row may still be paid while the file is drawn.
  const lines = openOnly ? batch.pending.rows + batch.sent.rows + batch.failed.rows : batch.rows + batch.removed.rows;
  const which = and(eq(table.batchId, batchId), openOnly ? inArray(table.state, OPEN_ROWS) : undefined);
  const sheet = await openSheet(pdf, { title: "Payout statement", pages: pagesOf(lines), by, at, exportId });
  sheet.turn();
  head(sheet, batch);
  if (openOnly) sheet.text(OPEN_ONLY, PAGE.left, 279, { size: 8, ink: "muted" });
  let y = columns(sheet, FIRST_ROWS_AT - 22);
  let drawn = 0;
  for (let after = 0; ; ) {
    const rows = await readRows(db, and(which, gt(table.row, after)));
    for (const row of rows) {
      // A batch gets no rows after its creation, so the counted pages suffice.
      if (y + ROW > PAGE.bottom) {
        sheet.turn();
        y = columns(sheet, PAGE.top);
      }
      line(sheet, row, y);
      y += ROW;
      drawn += 1;
      if (drawn % PIECE === 0) yield drawn;
    }
    if (rows.length < READ) break;
    after = rows.at(-1)?.row.row ?? after;
  }
  yield drawn;
}

function head(sheet: Sheet, batch: BatchSingle) {
  sheet.text(batch.reference, PAGE.left, 104, { face: "bold", size: 18, width: 300 });
  sheet.text(titleCase(STATE_WORDS[batch.state]), PAGE.right, 108, {
    face: "bold",
    size: 11,
    ink: "brand",
    align: "end",
    width: 180,
  });
  sheet.text(batch.programme.name, PAGE.left, 128, { ink: "muted" });
  const made = `Created by ${adminWords(batch.created_by)} on ${formatDateTime(batch.created_at)}.`;
  const approved = batch.approved_by
    ? `Approved by ${adminWords(batch.approved_by)} on ${formatDateTime(batch.approved_at ?? batch.created_at)}.`
    : "Not approved.";
  sheet.text(made, PAGE.left, 141, { size: 8, ink: "muted" });
  sheet.text(approved, PAGE.left, 151, { size: 8, ink: "muted" });
  tiles(sheet, 162, [
    [`Whole batch (${formatCount(batch.rows)})`, batch.amount],
    [`Paid (${formatCount(batch.paid.rows)})`, batch.paid.amount],
    [`Failed (${formatCount(batch.failed.rows)})`, batch.failed.amount],
    [`Still open (${formatCount(batch.pending.rows + batch.sent.rows)})`, batch.pending.amount + batch.sent.amount],
  ]);
  tiles(sheet, 216, [
    ["From the grants pool (ledger)", batch.ledger],
    ["To bank accounts (whole batch)", batch.to_banks],
    ["Reported by the provider", batch.provider],
  ]);
  const verdict = batch.is_balanced
    ? "Balanced: what is paid agrees with the ledger and the provider to the kobo."
    : "Not balanced: what is paid differs from the ledger or the provider. Finance has to clear it up.";
  sheet.text(verdict, PAGE.left, 268, { face: "bold", size: 8.5, ink: batch.is_balanced ? "brand" : "alarm" });
}

function tiles(sheet: Sheet, y: number, values: readonly (readonly [label: string, kobo: number])[]) {
  sheet.box(PAGE.left, y, PAGE.right - PAGE.left, 46);
  values.forEach(([label, kobo], index) => {
    const width = 492 / values.length;
    sheet.text(label, 60 + index * width, y + 9, { size: 8, ink: "muted", width: width - 8 });
    sheet.text(formatMoney(kobo), 60 + index * width, y + 23, { face: "bold", size: 10.5, width: width - 6 });
  });
}

/** @returns y of the first row below the header */
function columns(sheet: Sheet, y: number): number {
  const style = { face: "bold", size: 8, ink: "muted" } as const;
  sheet.text("Row", X.row, y + 6, style);
  sheet.text("Applicant", X.who, y + 6, style);
  sheet.text("Paid to", X.to, y + 6, style);
  sheet.text("State", X.state, y + 6, style);
  sheet.text("Amount", X.amount, y + 6, { ...style, align: "end" });
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
      ledger: sql<string>`${ledgerOf(sql`${table}`)}`,
      provider: sql<string>`${reportedOf(sql`${table}`)}`,
    })
    .from(table)
    .innerJoin(grantApplications, eq(grantApplications.id, table.applicationId))
    .innerJoin(users, eq(users.id, grantApplications.userId))
    .leftJoin(transactions, eq(transactions.id, table.transactionId))
    .where(where)
    .orderBy(asc(table.row))
    .limit(READ);

function line(sheet: Sheet, found: Awaited<ReturnType<typeof readRows>>[number], y: number) {
  const { row, reference, payoutKind, bank, last4, user, transaction, ledger, provider } = found;
  const small = { size: 6.5, ink: "muted" } as const;
  sheet.text(formatCount(row.row), X.row, y + 4, { size: 8, width: 40 });
  sheet.text(fullName(user), X.who, y + 4, { size: 8, width: 170 });
  sheet.text(reference, X.who, y + 14, { ...small, width: 170 });
  sheet.text(payoutKind === "wallet" ? "Wallet" : `${bank} •••• ${last4}`, X.to, y + 4, { size: 8, width: 130 });
  if (transaction) sheet.text(transaction, X.to, y + 14, { ...small, width: 130 });
  sheet.text(titleCase(row.state), X.state, y + 4, { size: 8, width: 50 });
  const moved = `Ledger ${formatMoney(Number(ledger))}, provider ${formatMoney(Number(provider))}`;
  const said = row.problem ?? (row.state === "removed" ? "" : moved);
  if (said) sheet.text(said, X.state, y + 14, { ...small, width: 140 });
  sheet.text(formatMoney(row.amount), X.amount, y + 4, { size: 8, align: "end", width: 86 });
  sheet.line(y + ROW);
}
