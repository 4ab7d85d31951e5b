import { cleanPastedLine } from "@/lib/contract/pasted.values";
import { HEADER_NAME_MAX, type STATEMENT_DATE_FORMATS } from "@/lib/contract/reconciliation.values";
import { columnLetters } from "@/lib/tables/columns";
import type { WorkbookCell } from "@/lib/tables/workbook-rows";

/** Order of day, month and year: 30/11/2026 or 30-NOV-26; 11/30/2026 or Nov 30, 2026; 2026-11-30. */
export type DayFormat = (typeof STATEMENT_DATE_FORMATS)[number];

/** Names of the columns for each field of a statement, as stored for each bank. */
export type StatementLayout = {
  columns: {
    date: string;
    narration: string[];
    reference?: string;
    /** Column of signed amounts, or of unsigned amounts whose sign is in `direction` (CR or DR). Omitted for `debit` and `credit`. */
    amount?: string;
    debit?: string;
    credit?: string;
    direction?: string;
    balance?: string;
  };
  date_format: DayFormat;
};

/** Layout that an admin has not completed yet. "" means that no column is chosen for the field. */
export type LayoutDraft = {
  kind: AmountColumns["kind"];
  columns: Record<Exclude<keyof StatementLayout["columns"], "narration">, string> & { narration: string[] };
  date_format: DayFormat;
};

/** Columns of amounts: one signed column, two columns, or a column of amounts beside one that contains DR or CR. */
export type AmountColumns =
  | { kind: "signed"; amount: number }
  | { kind: "two"; debit: number; credit: number }
  | { kind: "marked"; amount: number; mark: number };

/** Layout for one file, with column indexes from 0 instead of names. */
export type FileLayout = {
  /** Column names of the header, by which repetitions of the header on later pages are skipped; null for a file without a header. */
  header: string | null;
  day: number;
  dayFormat: DayFormat;
  narration: number[];
  reference: number | null;
  amounts: AmountColumns;
  balance: number | null;
};

/** Row of a table: row number, and cells as the file has them. */
export type TableRow = { row: number; cells: readonly WorkbookCell[] };

/** Returns the text of a cell; days in ISO 8601. */
export function cellText(cell: WorkbookCell | undefined): string {
  if (cell === null || cell === undefined) return "";
  return cell instanceof Date ? cell.toISOString().replace(/T00:00:00\.000Z$/, "") : String(cell);
}

const UNNAMED = /^Column ([A-Z]{1,2})$/;

/** Returns the names of a header's columns. Adds a number to a repeated name; names an unnamed column by its letter. */
export function columnNames(header: readonly WorkbookCell[], width = header.length): string[] {
  const seen = new Map<string, number>();
  return Array.from({ length: width }, (_, column) => {
    const name = cleanPastedLine(cellText(header[column]).replace(/[\s\p{Cc}]+/gu, " "))
      .slice(0, HEADER_NAME_MAX - 5)
      .trim();
    if (!name) return `Column ${columnLetters(column)}`;
    const count = (seen.get(name.toLowerCase()) ?? 0) + 1;
    seen.set(name.toLowerCase(), count);
    return count === 1 ? name : `${name} (${count})`;
  });
}

/** Joins a header row into one text, to recognise repetitions of the header. */
export const headerText = (cells: readonly WorkbookCell[]) =>
  columnNames(cells)
    .join("\n")
    .replace(/(?:\n?Column [A-Z]{1,2})+$/, "")
    .toLowerCase();

/** Looks up the layout's column names in a row that may be the header. Returns their indexes, or null if a name is missing. */
export function findLayoutInRow(
  cells: readonly WorkbookCell[],
  { columns, date_format }: StatementLayout,
): FileLayout | null {
  const names = columnNames(cells).map((name) => name.toLowerCase());
  const find = (name: string): number => {
    const index = names.indexOf(name.toLowerCase());
    const letters = UNNAMED.exec(name)?.[1];
    // A column named by its letter can be to the right of the header's last cell.
    return index === -1 && letters && columnNumber(letters) >= names.length ? columnNumber(letters) : index;
  };
  const optional = (name: string | undefined) => (name ? find(name) : null);
  const [day, narration] = [find(columns.date), columns.narration.map(find)];
  const [reference, balance] = [optional(columns.reference), optional(columns.balance)];
  const amounts = amountsOf(columns, find);
  const used = [day, ...narration, reference, balance, ...Object.values(amounts)];
  if (used.includes(-1)) return null;
  return {
    header: hasNoColumnNames(columns) ? null : headerText(cells),
    day,
    dayFormat: date_format,
    narration,
    reference,
    amounts,
    balance,
  };
}

function amountsOf(
  { amount = "", debit, credit, direction }: StatementLayout["columns"],
  find: (name: string) => number,
): AmountColumns {
  if (debit && credit) return { kind: "two", debit: find(debit), credit: find(credit) };
  return direction
    ? { kind: "marked", amount: find(amount), mark: find(direction) }
    : { kind: "signed", amount: find(amount) };
}

/** Returns true if a layout names no column, because the bank's files have no header. */
export const hasNoColumnNames = (columns: StatementLayout["columns"]) =>
  Object.values(columns)
    .flat()
    .every((name) => UNNAMED.test(name));

const columnNumber = (letters: string) =>
  [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;

/** Returns the columns that contain amounts. */
export const amountColumnsOf = (amounts: AmountColumns): number[] =>
  amounts.kind === "two" ? [amounts.debit, amounts.credit] : [amounts.amount];

const MAX_NARRATION_COLUMNS = 6;

/** Returns the completed layout, or a sentence that tells the admin what to choose. */
export function completeLayout({ kind, columns, date_format }: LayoutDraft): StatementLayout | string {
  const { date, narration, amount, debit, credit, direction, reference, balance } = columns;
  if (!date) return "Choose the column of the date.";
  if (narration.length === 0) return "Choose at least one column of the narration.";
  if (narration.length > MAX_NARRATION_COLUMNS)
    return `Choose at most ${MAX_NARRATION_COLUMNS} columns of the narration.`;
  if (kind === "two" && !(debit && credit)) return "Choose the columns of debits and credits.";
  if (kind !== "two" && !amount) return "Choose the column of the amount.";
  if (kind === "marked" && !direction) return "Choose the column that contains DR or CR.";
  const amounts = kind === "two" ? { debit, credit } : kind === "marked" ? { amount, direction } : { amount };
  const used = [date, ...Object.values(amounts), ...(balance ? [balance] : [])];
  if (new Set(used).size < used.length) return "Date, amounts and balance need columns of their own.";
  const extra = { ...(reference && { reference }), ...(balance && { balance }) };
  return { columns: { date, narration: [...new Set(narration)], ...amounts, ...extra }, date_format };
}
