import "server-only";
import { splitChoiceList } from "@/lib/contract/common";
import { parseNaira } from "@/lib/contract/money.values";
import { formatDateTime, formatDay, formatMoney, pluralize, titleCase } from "@/lib/format";
import type { DrawContext } from "@/lib/server/exports/documents";
import { SYSTEM_ACCOUNT_PHRASES } from "@/lib/server/ledger/accounts";
import { openPdfSheet, PDF_PAGE, type PdfSheet } from "@/lib/server/pdf/sheet";
import type { AccountStatementFilters } from "./list-statement";
import { type PrintedRow, statementFigures, statementRows } from "./statement-figures";

/** Account, period and filters of a printed statement. */
export type PrintedStatementInput = AccountStatementFilters;

const ROW_HEIGHT = 25;
/** Number of rows drawn between two yields to the event loop, in about 20 ms. */
const ROWS_PER_YIELD = 25;
const FIRST_PAGE_ROWS_Y = 264;
const ROWS_Y = PDF_PAGE.top + 22;
const rowsBelow = (y: number) => Math.floor((PDF_PAGE.bottom - y) / ROW_HEIGHT);
const COL_X = { posted: PDF_PAGE.left, what: 142, amount: 448, balance: PDF_PAGE.right };

/** Returns the number of pages for this number of lines, including the closing balance. */
export function countStatementPages(lines: number): number {
  const rowsOnFirstPage = rowsBelow(FIRST_PAGE_ROWS_Y);
  return lines <= rowsOnFirstPage ? 1 : 1 + Math.ceil((lines - rowsOnFirstPage) / rowsBelow(ROWS_Y));
}

/** Draws a statement of a system account: opening balance, every posting with the balance after it, closing balance. */
export async function* drawStatement(
  { db, pdf, adminName: by, drawnAt: at, exportId }: DrawContext,
  filters: PrintedStatementInput,
) {
  const figures = await statementFigures(db, filters);
  const pages = countStatementPages(figures.rows + 1);
  const sheet = await openPdfSheet(pdf, { title: "Statement of account", pages, by, at, exportId });
  sheet.turn();
  drawHead(sheet, filters, figures, at);
  let y = drawColumnHeaders(sheet, FIRST_PAGE_ROWS_Y - 22);
  let drawnRows = 0;
  const rowsOnPage = () => {
    if (y + ROW_HEIGHT <= PDF_PAGE.bottom) return;
    sheet.turn();
    y = drawColumnHeaders(sheet, PDF_PAGE.top);
  };
  for await (const rows of statementRows(db, filters, figures)) {
    for (const row of rows) {
      rowsOnPage();
      drawPosting(sheet, row, y);
      y += ROW_HEIGHT;
      drawnRows += 1;
      if (drawnRows % ROWS_PER_YIELD === 0) yield drawnRows;
    }
  }
  rowsOnPage();
  sheet.text(figures.rows ? "Closing balance" : "No postings in this statement. Closing balance", COL_X.what, y + 7, {
    face: "bold",
  });
  sheet.text(formatMoney(figures.closing), COL_X.balance, y + 7, { face: "bold", align: "end", width: 110 });
  yield drawnRows;
}

type StatementTotals = Awaited<ReturnType<typeof statementFigures>>;

function drawHead(sheet: PdfSheet, filters: PrintedStatementInput, figures: StatementTotals, at: Date) {
  sheet.text(SYSTEM_ACCOUNT_PHRASES[filters.account], PDF_PAGE.left, 104, { face: "bold", size: 18 });
  const from = filters.from ? formatDay(filters.from) : "the first posting";
  const to = filters.to ? formatDay(filters.to) : formatDateTime(at.getTime());
  const rows = pluralize(figures.rows, "posting");
  sheet.text(`From ${from} to ${to}, Lagos time. ${rows}.`, PDF_PAGE.left, 130, { ink: "muted" });
  sheet.box(PDF_PAGE.left, 150, PDF_PAGE.right - PDF_PAGE.left, 50);
  const totalTiles = [
    ["Opening balance", figures.opening],
    ["Money in", figures.came],
    ["Money out", figures.went],
    ["Closing balance", figures.closing],
  ] as const;
  totalTiles.forEach(([label, kobo], index) => {
    sheet.text(label, 60 + index * 123, 160, { size: 8, ink: "muted", width: 115 });
    sheet.text(formatMoney(kobo), 60 + index * 123, 174, { face: "bold", size: 10.5, width: 117 });
  });
  const filterText = describeFilters(filters);
  if (filterText)
    sheet.paragraph(
      `Only postings with ${filterText}. Money in and out is theirs; the balances are those of the whole account.`,
      PDF_PAGE.left,
      208,
      { size: 8, ink: "alarm", lines: 2 },
    );
}

/** Describes the filters of a statement; "" if it is complete. */
function describeFilters({ kind, direction, min, max, q }: PrintedStatementInput): string {
  const nairaText = (typed: string) => formatMoney(parseNaira(typed) ?? 0);
  return [
    kind && `the kind ${splitChoiceList(kind).map(titleCase).join(" or ").toLowerCase()}`,
    direction && `money ${direction}`,
    min && `at least ${nairaText(min)}`,
    max && `at most ${nairaText(max)}`,
    q?.trim() && `the reference ${q.trim()}`,
  ]
    .filter(Boolean)
    .join(", ");
}

/** Draws the column headers. @returns y of the first row below */
function drawColumnHeaders(sheet: PdfSheet, y: number): number {
  const style = { face: "bold", size: 8, ink: "muted" } as const;
  sheet.text("Posted", COL_X.posted, y + 6, style);
  sheet.text("Description", COL_X.what, y + 6, style);
  sheet.text("Amount", COL_X.amount, y + 6, { ...style, align: "end" });
  sheet.text("Balance", COL_X.balance, y + 6, { ...style, align: "end" });
  sheet.line(y + 21, "muted");
  return y + 22;
}

/** Splits "Clear … for TRX-1 (WAL-000013)" before its references, which must not be cut off. */
const WITH_REFERENCE = /^(.*?) ((?:for \S+ )?\([^()]+\))$/;

function drawPosting(sheet: PdfSheet, row: PrintedRow, y: number) {
  const amount = formatMoney(row.amount);
  sheet.text(formatDateTime(row.postedAt.getTime()), COL_X.posted, y + 4, { size: 8, width: 90 });
  const [, mainText = row.description, referenceText] = WITH_REFERENCE.exec(row.description) ?? [];
  sheet.text(mainText || titleCase(row.kind), COL_X.what, y + 4, { size: 8, width: 214, tail: referenceText });
  const note = `${titleCase(row.kind)}${row.isReversed ? ", reversed" : ""} · entry ${row.entryId}`;
  sheet.text(note, COL_X.what, y + 14, { size: 6.5, ink: "muted", width: 214 });
  sheet.text(amount, COL_X.amount, y + 4, { size: 8, align: "end", width: 90 });
  sheet.text(formatMoney(row.balance), COL_X.balance, y + 4, { size: 8, align: "end", width: 96 });
  sheet.line(y + ROW_HEIGHT);
}
