import { STATEMENT_REFERENCE_LENGTH_MAX } from "@/lib/contract/reconciliation.values";
import { formatMoney } from "@/lib/format";
import type { WorkbookCell } from "@/lib/tables/workbook-rows";
import { type CellAmount, parseCellAmount } from "./amount";
import { parseDay } from "./day";
import { isDebitOrCreditMark, toParsableDay } from "./guess-layout";
import { cellText, type FileLayout, headerText, type TableRow } from "./layout";
import {
  checkBalances,
  checkPeriod,
  cleanBankText,
  daysOfLines,
  findWrongBalance,
  lineError,
  type ParsedStatement,
  refuseTooManyLines,
  StatementError,
  type StatementLine,
} from "./statement";
import {
  amountAfterLabel,
  isClosingBalanceLabel,
  isOpeningBalanceLabel,
  isTextBelowLines,
  isTotalLabel,
  readTableNotes,
  type TableNotes,
} from "./table-notes";

/** Balances in kobo that an admin entered, because the file has none. */
export type TypedBalances = { opening: number; closing: number };

/** Result of reading a table. `missing: "balances"`: the file contains no balances, so the admin has to enter them. */
export type TableResult =
  | { statement: ParsedStatement }
  | { missing: "balances"; fromDay: string; toDay: string; lines: number };

/** Maximum length of a balance's label. A longer text with the same words is the narration of a payment. */
const MAX_NOTE_LENGTH = 40;

/**
 * Collects the lines of a CSV file or sheet, row by row, so that a large file is never in memory twice.
 * @throws StatementError that names the row
 */
export class TableReader {
  readonly lines: StatementLine[] = [];
  private readonly notes: TableNotes;
  /** Lines whose debit column was negative. Some banks write all debits with a minus. */
  private readonly negativeDebits: StatementLine[] = [];
  private hasPositiveDebit = false;

  /** @param above rows above the header */
  constructor(
    private readonly layout: FileLayout,
    above: readonly TableRow[],
  ) {
    this.notes = readTableNotes(above, layout.dayFormat);
  }

  /** Reads a row below the header. */
  add({ row, cells }: TableRow): void {
    const { layout } = this;
    const day = parseDay(toParsableDay(cells[layout.day]), layout.dayFormat);
    const narration = this.narrationOf(cells);
    const isNote =
      narration.length < MAX_NOTE_LENGTH && (isOpeningBalanceLabel(narration) || isClosingBalanceLabel(narration));
    if (day === null || isNote) {
      this.addNote(row, cells, narration);
      return;
    }
    const amount = this.amountOf(row, cells);
    if (!amount)
      throw lineError(row, `“${cleanBankText(narration, 60)}” has no amount. Check the columns of the amounts.`);
    // Skips a line with the amount 0, which changes no balance.
    if (amount.kobo === 0) return;
    const line: StatementLine = {
      line: row,
      day,
      amount: amount.kobo,
      balance: layout.balance === null ? null : this.amountIn(row, cells[layout.balance]).kobo,
      narration,
      reference:
        layout.reference === null
          ? ""
          : cleanBankText(cellText(cells[layout.reference]), STATEMENT_REFERENCE_LENGTH_MAX),
    };
    this.lines.push(line);
    if (amount.isNegativeDebit) this.negativeDebits.push(line);
    if (amount.isPositiveDebit) this.hasPositiveDebit = true;
    refuseTooManyLines(this.lines.length);
  }

  /** Reads a row that is not a statement line: a balance, a total, or text of the bank. */
  private addNote(row: number, cells: readonly WorkbookCell[], narration: string): void {
    const { layout, notes } = this;
    const filled = cells.filter((cell) => cellText(cell).trim() !== "");
    const [first = ""] = filled.map(cellText);
    const texts = filled.filter((cell) => typeof cell === "string").join(" ");
    const balanceIn = (isLabel: (text: string) => boolean) => {
      const cell = layout.balance === null ? null : (cells[layout.balance] ?? null);
      return (cell === null ? null : this.amountIn(row, cell).kobo) ?? amountAfterLabel(cells, isLabel);
    };
    if (filled.length === 0 || this.isHeaderAgain(cells)) return;
    if (isOpeningBalanceLabel(texts)) notes.opening ??= balanceIn(isOpeningBalanceLabel);
    else if (isClosingBalanceLabel(texts)) notes.closing ??= balanceIn(isClosingBalanceLabel);
    else if (!isTotalLabel(first) && !isTotalLabel(narration) && !isTextBelowLines(first))
      throw lineError(row, problemOfRow(cleanBankText(cellText(cells[layout.day]), 40), cleanBankText(first, 60)));
  }

  /** Returns the statement once all rows were added. @param typed balances that the admin entered */
  finish(typed: TypedBalances | null): TableResult {
    const { lines, notes } = this;
    if (!this.hasPositiveDebit) for (const line of this.negativeDebits) line.amount = -line.amount;
    if (lines.length === 0)
      throw new StatementError("No lines were found below the header. Choose the columns again, or another file.");
    const isReversed = orderOldestFirst(lines);
    const days = daysOfLines(lines);
    const fromDay = notes.period?.from ?? days?.first ?? "";
    const toDay = notes.period?.to ?? days?.last ?? "";
    const [first, last] = [lines[0], lines.at(-1)];
    const before = first?.balance == null ? null : first.balance - first.amount;
    if (notes.opening !== null && before !== null && notes.opening !== before)
      throw lineError(
        first?.line ?? 1,
        `the opening balance of the file is ${formatMoney(notes.opening)}, but the balance before the ${isReversed ? "oldest" : "first"} line is ${formatMoney(before)}. Lines may be missing. Download the statement again.`,
      );
    const opening = notes.opening ?? before ?? typed?.opening;
    const closing = notes.closing ?? last?.balance ?? typed?.closing;
    if (opening === undefined || closing === undefined)
      return { missing: "balances", fromDay, toDay, lines: lines.length };
    const statesPeriod = notes.period !== null;
    const statement = { accountNumber: notes.accountNumber, fromDay, toDay, statesPeriod, opening, closing, lines };
    checkPeriod(statement);
    checkBalances(statement);
    return { statement };
  }

  private narrationOf = (cells: readonly WorkbookCell[]): string => {
    const [only, ...others] = this.layout.narration;
    if (only === undefined) return "";
    if (others.length === 0) return cleanBankText(cellText(cells[only]));
    return cleanBankText(
      [only, ...others]
        .map((column) => cellText(cells[column]).trim())
        .filter(Boolean)
        .join(" "),
    );
  };

  private isHeaderAgain(cells: readonly WorkbookCell[]): boolean {
    return this.layout.header !== null && headerText(cells) === this.layout.header;
  }

  private amountIn(row: number, cell: WorkbookCell | undefined): { kobo: number | null } {
    if (cell === undefined || cell === null) return { kobo: null };
    const amount: CellAmount =
      typeof cell === "string" || typeof cell === "number"
        ? parseCellAmount(cell)
        : { problem: `“${cellText(cell)}” is no amount` };
    if ("kobo" in amount) return amount;
    // Treats text without digits as no amount: the row may repeat the header, which the caller then skips.
    if (typeof cell === "string" && !/\d/.test(cell)) return { kobo: null };
    throw lineError(
      row,
      `${amount.problem}. Amounts have commas between thousands and a dot before kobo, such as 1,234.50.`,
    );
  }

  /** Returns the signed amount of a row; null if the row has no amount. */
  private amountOf(
    row: number,
    cells: readonly WorkbookCell[],
  ): { kobo: number; isNegativeDebit?: boolean; isPositiveDebit?: boolean } | null {
    const { amounts } = this.layout;
    if (amounts.kind === "two") {
      const debitCell = cells[amounts.debit];
      const [debit, credit] = [this.amountIn(row, debitCell).kobo, this.amountIn(row, cells[amounts.credit]).kobo];
      if (debit && credit)
        throw lineError(
          row,
          `the line has a debit of ${formatMoney(debit)} and a credit of ${formatMoney(credit)}. A line has only one.`,
        );
      if (debit === null && credit === null) return null;
      if (!debit) return { kobo: credit ?? 0 };
      // "500.00 DR" in a debit column is an ordinary debit, although `parseCellAmount` returns it as negative.
      if (typeof debitCell === "string" && /d(?:r)?\.?\s*$/i.test(debitCell))
        return { kobo: -Math.abs(debit), isPositiveDebit: true };
      return { kobo: -debit, isNegativeDebit: debit < 0, isPositiveDebit: debit > 0 };
    }
    const { kobo } = this.amountIn(row, cells[amounts.amount]);
    if (kobo === null || amounts.kind === "signed") return kobo === null ? null : { kobo };
    const mark = cells[amounts.mark] ?? null;
    if (kobo !== 0 && !isDebitOrCreditMark(mark))
      throw lineError(
        row,
        `“${cleanBankText(cellText(mark), 20)}” is neither DR nor CR. Check the column of the marks.`,
      );
    return { kobo: /^d/i.test(cellText(mark).trim()) ? -Math.abs(kobo) : Math.abs(kobo) };
  }
}

const problemOfRow = (date: string, first: string) =>
  date
    ? `“${date}” is not a date in the chosen form. Choose the form of the dates again.`
    : `“${first}” has no date and is not recognised as a total. Check the columns, or remove the row.`;

/** Puts lines in chronological order if the file has the newest first, judged by balances or else by days. @returns true if reversed */
function orderOldestFirst(lines: StatementLine[]): boolean {
  const [first, last] = [lines[0], lines.at(-1)];
  if (!first || !last || lines.length < 2) return false;
  const opensAt = (line: StatementLine) => (line.balance === null ? null : line.balance - line.amount);
  const forward = opensAt(first);
  const backward = opensAt(last);
  let isReversed = first.day > last.day;
  if (forward !== null && backward !== null) {
    const fitsForward = findWrongBalance(forward, lines) === null;
    if (fitsForward) isReversed = false;
    else if (findWrongBalance(backward, lines.toReversed()) === null) isReversed = true;
  }
  if (isReversed) lines.reverse();
  return isReversed;
}
