import { STATEMENT_DATE_FORMATS } from "@/lib/contract/reconciliation.values";
import { normaliseHeader } from "@/lib/tables/columns";
import type { WorkbookCell } from "@/lib/tables/workbook-rows";
import { parseCellAmount } from "./amount";
import { guessDayFormat, parseDay } from "./day";
import {
  amountColumnsOf,
  cellText,
  columnNames,
  type FileLayout,
  findLayoutInRow,
  hasNoColumnNames,
  type LayoutDraft,
  type StatementLayout,
  type TableRow,
} from "./layout";

/** Number of rows in which the header is searched. Banks put their address, the period and the balances above the header. */
export const HEADER_SEARCH_ROWS = 60;
/** Number of rows below the header by which columns are guessed. */
const SAMPLE_ROWS = 100;
const MAX_COLUMNS = 60;

/** Column names in statements of Nigerian banks, by the field they contain; normalised, most reliable first. */
const NAMES = {
  day: [
    /^(?:trans(?:action)?|tran|txn|posting|posted|post|booking|entry|actual(?:transaction)?)(?:date|dt)(?:time)?$/,
    /^(?:date|createdat|dateposted|datetime|datetimeposted)$/,
    /^(?:value|eff|effective|val)(?:date|dt)$/,
  ],
  narration: [
    /^(?:transaction|trans|txn|tran)?(?:narrations?|remarks?|descriptions?|particulars?|details?|memo|narratives?)$/,
    /^(?:description|details|transaction)(?:payee)?(?:memo)?$/,
  ],
  reference: [
    /^(?:transaction|trans|txn|tran|bank|payment|your|our)*(?:references?|refs?)(?:no|number|num|id)?$/,
    /^(?:transaction|trans|txn|tran|session|instrument|instr|cheque|chq|check|document|doc)(?:id|no|number|num|code|ref)$/,
  ],
  debit: [/^(?:settlement)?(?:debits?|withdrawals?|dr|paidout|moneyout|outflow|payouts?)(?:ngn|n|amount|amt|dr)*$/],
  credit: [/^(?:settlement)?(?:credits?|deposits?|lodge?ments?|cr|paidin|moneyin|inflow)(?:ngn|n|amount|amt|cr)*$/],
  amount: [/^(?:transaction|trans|txn|tran)?(?:amount|amt)(?:ngn|n|naira)*$/],
  mark: [
    /^(?:drcr|crdr|debitcredit|creditdebit|dc|cd|(?:parttran|transaction|trans|txn|tran)?(?:type|sign|indicator))(?:indicator|flag)*$/,
  ],
  balance: [
    /^(?:running|book|account|closing|ledger|current|available)?(?:balances?|bal)(?:after|transaction|ngn|n|naira)*$/,
  ],
} as const;
type Field = keyof typeof NAMES;

/** Normalises the names of a header row. */
const normalNames = (cells: readonly WorkbookCell[]): string[] => cells.map((cell) => normaliseHeader(cellText(cell)));

/** Returns the columns whose names fit a field, most reliable name first. */
const columnsNamed = (header: readonly string[], field: Field): number[] =>
  NAMES[field].flatMap((name) => header.flatMap((text, column) => (name.test(text) ? [column] : [])));

/** Names of a file's columns, the rows below the header, and a guess of what the columns mean. */
export type LayoutGuess = { columns: string[]; sample: TableRow[]; draft: LayoutDraft };

/** Guesses the meaning of each column by its name, or else by its values. */
export function guessLayout(rows: readonly TableRow[]): LayoutGuess {
  const top = rows.slice(0, HEADER_SEARCH_ROWS);
  const named = top.findIndex(({ cells }) => isHeader(normalNames(cells)));
  const found = named === -1 ? wordsAboveLines(top) : named;
  const firstLine = top.findIndex(({ cells }) => looksLikeLine(cells));
  const sample = rows.slice(found === -1 ? Math.max(0, firstLine) : found + 1).slice(0, SAMPLE_ROWS);
  const header = top[found]?.cells ?? [];
  const width = Math.min(MAX_COLUMNS, Math.max(header.length, ...sample.map(({ cells }) => cells.length)));
  const columns = columnNames(header, width);
  return { columns, sample, draft: draftOf(columns, normalNames(header), sample) };
}

/** Returns true for a row with the names of a date column and an amount column, and at least three names. */
function isHeader(header: readonly string[]): boolean {
  const has = (field: Field) => columnsNamed(header, field).length > 0;
  return has("day") && (has("debit") || has("credit") || has("amount")) && header.filter(Boolean).length >= 3;
}

/** Finds a header with unknown names: a row of words directly above the first row with a date and an amount. @returns -1 if none */
function wordsAboveLines(rows: readonly TableRow[]): number {
  const first = rows.findIndex(({ cells }) => looksLikeLine(cells));
  const above = rows[first - 1]?.cells.map(cellText).filter((text) => text.trim());
  return above && above.length >= 3 && above.every((text) => !/\d/.test(text)) ? first - 1 : -1;
}

const isDate = (cell: WorkbookCell) =>
  cell instanceof Date || (typeof cell === "string" && STATEMENT_DATE_FORMATS.some((format) => parseDay(cell, format)));
const isAmount = (cell: WorkbookCell) => {
  if (typeof cell === "number") return true;
  const amount = typeof cell === "string" ? parseCellAmount(cell) : null;
  return amount !== null && "kobo" in amount && amount.kobo !== null;
};
const looksLikeLine = (cells: readonly WorkbookCell[]) => cells.some(isDate) && cells.some(isAmount);

function draftOf(columns: readonly string[], header: readonly string[], sample: readonly TableRow[]): LayoutDraft {
  const named = (field: Field) => columnsNamed(header, field);
  const cellsOf = (column: number) => sample.flatMap(({ cells }) => keepCell(cells[column]));
  const all = columns.map((_, column) => column);
  const isDayColumn = (column: number) => guessDayFormat(cellsOf(column)) !== null;
  const day = named("day").find(isDayColumn) ?? named("day")[0] ?? all.find((column) => cellsOf(column).some(isDate));
  const [debit, credit] = [named("debit")[0], named("credit")[0]];
  const amount = named("amount").find((column) => column !== debit && column !== credit);
  const mark = named("mark").find((column) => cellsOf(column).some(isDebitOrCreditMark));
  const kind = debit !== undefined && credit !== undefined ? "two" : mark !== undefined ? "marked" : "signed";
  const taken = [day, debit, credit, amount, mark];
  const isFree = (column: number) => !taken.includes(column);
  const narration = named("narration").find(isFree) ?? longestTexts(all.filter(isFree), cellsOf);
  const nameOf = (column: number | undefined) => (column === undefined ? "" : (columns[column] ?? ""));
  return {
    kind,
    columns: {
      ...{ date: nameOf(day), narration: narration === undefined ? [] : [nameOf(narration)] },
      reference: nameOf(named("reference").find((column) => isFree(column) && column !== narration)),
      ...{ amount: nameOf(amount), debit: nameOf(debit), credit: nameOf(credit), direction: nameOf(mark) },
      balance: nameOf(named("balance").find((column) => isFree(column) && column !== narration)),
    },
    date_format: (day !== undefined && guessDayFormat(cellsOf(day))) || "dmy",
  };
}

const keepCell = (cell: WorkbookCell | undefined) =>
  cell === null || cell === undefined || typeof cell === "boolean" ? [] : [cell];

/** Returns true for a cell that marks a debit or a credit. */
export const isDebitOrCreditMark = (cell: WorkbookCell) =>
  /^(?:d|c|dr|cr|debit|credit)\.?$/i.test(cellText(cell).trim());

/** Returns the column with the longest texts, which is the narration if the file has no column names. */
function longestTexts(
  columns: readonly number[],
  cellsOf: (column: number) => (string | number | Date)[],
): number | undefined {
  const lengths = columns.map((column) =>
    cellsOf(column).reduce((sum: number, cell) => sum + (typeof cell === "string" ? cell.length : 0), 0),
  );
  const longest = Math.max(0, ...lengths);
  return longest ? columns[lengths.indexOf(longest)] : undefined;
}

/**
 * Finds a layout's columns in a file. Returns them with the index of the first row below the header, or null if the file has other
 * columns or another date format.
 */
export function locateLayout(
  rows: readonly TableRow[],
  layout: StatementLayout,
): { layout: FileLayout; start: number } | null {
  const top = rows.slice(0, HEADER_SEARCH_ROWS);
  const isLine = (fitted: FileLayout, { cells }: TableRow) =>
    parseDay(toParsableDay(cells[fitted.day]), fitted.dayFormat) !== null &&
    amountColumnsOf(fitted.amounts).some((column) => isAmount(cells[column] ?? null));
  if (hasNoColumnNames(layout.columns)) {
    const fitted = findLayoutInRow([], layout);
    const start = fitted ? top.findIndex((row) => isLine(fitted, row)) : -1;
    return fitted && start !== -1 ? { layout: fitted, start } : null;
  }
  for (const [index, { cells }] of top.entries()) {
    const fitted = findLayoutInRow(cells, layout);
    if (fitted && rows.slice(index + 1).some((row) => isLine(fitted, row))) return { layout: fitted, start: index + 1 };
  }
  return null;
}

/** Converts a cell to a value that `parseDay` accepts. */
export const toParsableDay = (cell: WorkbookCell | undefined): string | number | Date =>
  cell === null || cell === undefined || typeof cell === "boolean" ? "" : cell;
