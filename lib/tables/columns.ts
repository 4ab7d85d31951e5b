import { cleanPastedLine } from "@/lib/contract/pasted.values";
import { TableError } from "./table-error";
import type { SpreadsheetRow } from "./text-rows";

/** Normalises a column's header: lower case, without spaces, symbols and digits. */
export const normaliseHeader = (header: string) =>
  header
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z]/g, "");

const PHONE_HEADER =
  /^(?:user|customer|member|citizen|beneficiary|applicant|contact|primary|main|home|my)*(?:phone|mobile|cell|gsm|tel|telephone|handset|msisdn|whatsapp|contactno|contactnumber)+(?:no|nos|num|number|numbers)?$/;
const EMAIL_HEADER = /^(?:user|customer|member|citizen|contact|primary)?(?:e?mails?)(?:address|addresses|id)?$/;
const PERSON_ID_HEADER = /^(?:user|customer|citizen|member|account)?(?:uu)?ids?$/;
/** "Coupon" and "Voucher" alone are valid codes, so they do not count as headers. */
const CODE_HEADER =
  /^(?:promo|promotion|promotional|coupon|voucher|discount)*(?:codes?|(?:coupon|voucher)s?(?=no|num))(?:no|number|numbers)?$/;

/** Returns true for a header of phone numbers. */
export const isPhoneHeader = (header: string) => PHONE_HEADER.test(normaliseHeader(header));
/** Returns true for a header of email addresses. */
export const isEmailHeader = (header: string) => EMAIL_HEADER.test(normaliseHeader(header));
/** Returns true for a header of user ids. */
export const isUserIdHeader = (header: string) => PERSON_ID_HEADER.test(normaliseHeader(header));
/** Returns true for a header of promotion codes. A header with a digit, such as `CODE-24`, is a code itself. */
export const isPromotionCodeHeader = (header: string) =>
  !/\d/.test(header) && CODE_HEADER.test(normaliseHeader(header));

/** Rules for recognising a column. */
export type ColumnSpec = {
  /** Tests that recognise a header. Columns that match an earlier test come first. */
  heads: readonly ((header: string) => boolean)[];
  /** Tests that recognise a value, for tables without a known header. Columns that match an earlier test come first. */
  kinds: readonly ((cell: string) => boolean)[];
  /** Name of the values in messages, such as "phone numbers". */
  values: string;
  /** Header suggested in messages, such as "Phone". */
  head: string;
  /** True if words can't be values, so that a row of words above the values is a header. */
  wordsAreHead?: boolean;
};

/** `columns`: indexes of columns that may contain the values, the likeliest first. `head`: header row, or null. */
export type LocatedColumns = { columns: number[]; head: SpreadsheetRow | null; rows: SpreadsheetRow[] };

/** Number of rows to search for a header, because title rows may precede it. */
const MAX_HEADER_ROW = 10;
const MAX_COLUMNS_NAMED = 12;
/** Number of rows by which a column's kind is decided. */
const SAMPLED_ROWS = 1_000;

const matchesSpec = (spec: ColumnSpec, cell = "") => spec.kinds.some((isKind) => isKind(cell));

/** Finds columns by their headers, or else by their values. @throws TableError if none or several match */
export function findColumns(rows: readonly SpreadsheetRow[], spec: ColumnSpec): LocatedColumns {
  const headerMatch = findHeader(rows, spec);
  if (headerMatch) {
    const body = rows.slice(rows.indexOf(headerMatch.head) + 1);
    const filled = headerMatch.columns.filter((column) => body.some(({ cells }) => matchesSpec(spec, cells[column])));
    return { head: headerMatch.head, columns: filled.length ? filled : headerMatch.columns, rows: body };
  }
  const used = findUsedColumns(rows);
  const [onlyColumn] = used;
  const columns = used.length <= 1 ? [onlyColumn ?? 0] : columnsByValues(rows, used, spec);
  const header = findHeaderAbove(rows, columns, spec);
  return { head: header, columns, rows: header ? rows.slice(1) : [...rows] };
}

/** Finds a row with a known header above all values. */
function findHeader(
  rows: readonly SpreadsheetRow[],
  spec: ColumnSpec,
): { head: SpreadsheetRow; columns: number[] } | null {
  for (const header of rows.slice(0, MAX_HEADER_ROW)) {
    const columns = spec.heads.flatMap((isKind) =>
      header.cells.flatMap((cell, index) => (isKind(cleanPastedLine(cell)) ? [index] : [])),
    );
    if (columns.length) return { head: header, columns: [...new Set(columns)] };
    if (header.cells.some((cell) => matchesSpec(spec, cell))) return null;
  }
  return null;
}

/** Returns the indexes of the columns that contain any text. */
function findUsedColumns(rows: readonly SpreadsheetRow[]): number[] {
  const used = new Set<number>();
  for (const { cells } of rows) for (const [index, cell] of cells.entries()) if (cell.trim()) used.add(index);
  return [...used].sort((left, other) => left - other);
}

/** Returns the column of each kind of value. @throws TableError if there is none, or two of the same kind */
function columnsByValues(rows: readonly SpreadsheetRow[], used: readonly number[], spec: ColumnSpec): number[] {
  const matches = spec.kinds.map((isKind) => used.filter((column) => isMostly(rows, column, isKind)));
  const ambiguousColumns = matches.find((columns) => columns.length > 1);
  const columns = [...new Set(matches.flat())];
  if (columns.length && !ambiguousColumns) return columns;
  const columnList = describeColumns(rows, ambiguousColumns ?? used);
  throw new TableError(
    ambiguousColumns
      ? `More than one column could be the ${spec.values}: ${columnList}. Write “${spec.head}” above the right one, then choose the file again.`
      : `No column was recognised as ${spec.values}. The columns are: ${columnList}. Write “${spec.head}” above the right one, then choose the file again.`,
  );
}

/** Returns true if at least half of a column's non-empty cells match. */
function isMostly(rows: readonly SpreadsheetRow[], column: number, isKind: (cell: string) => boolean): boolean {
  const filled = rows.slice(0, SAMPLED_ROWS).flatMap(({ cells }) => (cells[column]?.trim() ? [cells[column]] : []));
  return filled.length > 0 && filled.filter(isKind).length >= filled.length / 2;
}

/** Describes columns in a message by their letter and first cell. */
export function describeColumns(rows: readonly SpreadsheetRow[], columns: readonly number[]): string {
  const top = rows[0]?.cells ?? [];
  const names = columns.slice(0, MAX_COLUMNS_NAMED).map((column) => {
    const text = cleanPastedLine(top[column] ?? "").slice(0, 40);
    return text ? `${columnLetters(column)} “${text}”` : columnLetters(column);
  });
  return columns.length > MAX_COLUMNS_NAMED ? `${names.join(", ")} and more` : names.join(", ");
}

/** Returns a column's letters as spreadsheets show them: 0 is A, 26 is AA. */
export const columnLetters = (column: number): string =>
  (column < 26 ? "" : columnLetters(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26));

/** Returns the first row as the header if it contains only words, and a later row contains values. */
function findHeaderAbove(
  rows: readonly SpreadsheetRow[],
  columns: readonly number[],
  spec: ColumnSpec,
): SpreadsheetRow | null {
  const [firstRow, ...otherRows] = rows;
  const hasValue = ({ cells }: SpreadsheetRow) => columns.some((column) => matchesSpec(spec, cells[column]));
  if (!spec.wordsAreHead || !firstRow || hasValue(firstRow)) return null;
  const hasOnlyWords = firstRow.cells.every((cell) => !/[\d@]/.test(cell));
  return hasOnlyWords && otherRows.some(hasValue) ? firstRow : null;
}
