import "server-only";
import { eq } from "drizzle-orm";
import { formatCount, formatDay, formatMoney } from "@/lib/format";
import { refuse } from "@/lib/server/api/errors";
import { reconciliationDays } from "@/lib/server/db/schema/reconciliation";
import type { DrawContext } from "@/lib/server/exports/documents";
import { openPdfSheet, PDF_PAGE, type PdfSheet } from "@/lib/server/pdf/sheet";
import type { DayRecord } from "./day-record";
import type { DayRecordLine } from "./record-lines";

const ROW_HEIGHT = 17;
const HEADING_HEIGHT = 30;
const FIRST_PAGE_Y = 250;
/** Number of rows drawn between two yields to the event loop, in about 20 ms. */
const ROWS_PER_YIELD = 25;
/** Characters of a line without an amount, such as the remark, that fit into one row. */
const CHARACTERS_PER_ROW = 105;
const AMOUNT_WIDTH = 110;
const COUNT_X = PDF_PAGE.right - AMOUNT_WIDTH;

/** Rows of the PDF: a heading before each section, and a row or several for each line. */
type PrintedRow = { height: number; draw: (sheet: PdfSheet, y: number) => void };

/** Draws the record of a closed day: the three sides with their balances, then all lines. @throws 404 */
export async function* drawDayRecord({ db, pdf, adminName: by, drawnAt: at, exportId }: DrawContext, day: string) {
  const [row] = await db.select().from(reconciliationDays).where(eq(reconciliationDays.day, day));
  if (row?.state !== "closed") throw refuse.notFound("day");
  const record = row.figures as DayRecord;
  const rows = record.lines.flatMap((line, index) =>
    line.section === record.lines[index - 1]?.section
      ? [printedLine(line)]
      : [printedHeading(line.section), printedLine(line)],
  );
  const sheet = await openPdfSheet(pdf, { title: "Closed day", pages: countPages(rows), by, at, exportId });
  sheet.turn();
  drawSides(sheet, day, record);
  let y = FIRST_PAGE_Y;
  let drawn = 0;
  for (const { height, draw } of rows) {
    if (y + height > PDF_PAGE.bottom) {
      sheet.turn();
      y = PDF_PAGE.top;
    }
    draw(sheet, y);
    y += height;
    drawn += 1;
    if (drawn % ROWS_PER_YIELD === 0) yield drawn;
  }
  yield drawn;
}

function countPages(rows: readonly PrintedRow[]): number {
  let pages = 1;
  let y = FIRST_PAGE_Y;
  for (const { height } of rows) {
    if (y + height > PDF_PAGE.bottom) {
      pages += 1;
      y = PDF_PAGE.top;
    }
    y += height;
  }
  return pages;
}

/** Draws bank, provider and ledger side by side. */
function drawSides(sheet: PdfSheet, day: string, { figures }: DayRecord) {
  const { bank, provider, ledger, statement } = figures;
  sheet.text(formatDay(day), PDF_PAGE.left, 104, { face: "bold", size: 18, width: 300 });
  sheet.text(`Difference ${formatMoney(statement.difference)}`, PDF_PAGE.right, 108, {
    face: "bold",
    size: 11,
    ink: "brand",
    align: "end",
    width: 200,
  });
  const columns = [
    ["Bank accounts", bank.opening, bank.in, bank.out, bank.closing],
    ["At payment providers", provider.opening, null, null, provider.closing],
    ["Settlement float in the ledger", ledger.opening, ledger.in, ledger.out, ledger.closing],
  ] as const;
  const labels = ["Opening", "In", "Out", "Closing"];
  sheet.box(PDF_PAGE.left, 134, PDF_PAGE.right - PDF_PAGE.left, 100);
  columns.forEach(([name, ...amounts], index) => {
    const x = 60 + index * 163;
    sheet.text(name, x, 143, { face: "bold", size: 8.5, width: 155 });
    amounts.forEach((amount, row) => {
      sheet.text(labels[row] ?? "", x, 161 + row * 17, { size: 8, ink: "muted", width: 45 });
      sheet.text(amount === null ? "–" : formatMoney(amount), x + 150, 161 + row * 17, {
        size: 8.5,
        align: "end",
        width: 104,
        face: row === 3 ? "bold" : "regular",
      });
    });
  });
}

const printedHeading = (text: string): PrintedRow => ({
  height: HEADING_HEIGHT,
  draw: (sheet, y) => {
    sheet.text(text, PDF_PAGE.left, y + 10, { face: "bold", size: 10.5 });
    sheet.line(y + 26, "muted");
  },
});

function printedLine({ label, count, amount }: DayRecordLine): PrintedRow {
  const rows =
    amount === null ? Math.max(1, Math.ceil(label.length / CHARACTERS_PER_ROW)) + label.split("\n").length - 1 : 1;
  return {
    height: rows * ROW_HEIGHT,
    draw: (sheet, y) => {
      if (amount === null) sheet.paragraph(label, PDF_PAGE.left, y + 4, { size: 8.5, lines: rows });
      else {
        sheet.text(label, PDF_PAGE.left, y + 4, { size: 8.5, width: COUNT_X - PDF_PAGE.left - 50 });
        if (count !== null)
          sheet.text(formatCount(count), COUNT_X, y + 4, { size: 8.5, ink: "muted", align: "end", width: 44 });
        sheet.text(formatMoney(amount), PDF_PAGE.right, y + 4, { size: 8.5, align: "end", width: AMOUNT_WIDTH - 6 });
      }
    },
  };
}
