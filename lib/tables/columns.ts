import { cleanLine } from "@/lib/contract/pasted.values";
import { TableError } from "./problem";
import type { TextRow } from "./text-rows";

/** Returns a column's name in lower case without spaces, symbols and digits. */
export const columnName = (head: string) =>
  head
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z]/g, "");

const PHONE =
  /^(?:user|customer|member|citizen|beneficiary|applicant|contact|primary|main|home|my)*(?:phone|mobile|cell|gsm|tel|telephone|handset|msisdn|whatsapp|contactno|contactnumber)+(?:no|nos|num|number|numbers)?$/;
const EMAIL = /^(?:user|customer|member|citizen|contact|primary)?(?:e?mails?)(?:address|addresses|id)?$/;
const PERSON_ID = /^(?:user|customer|citizen|member|account)?(?:uu)?ids?$/;
/** "Coupon" and "Voucher" alone are valid codes, so they are no headers. */
const CODE =
  /^(?:promo|promotion|promotional|coupon|voucher|discount)*(?:codes?|(?:coupon|voucher)s?(?=no|num))(?:no|number|numbers)?$/;

export const isPhoneColumn = (head: string) => PHONE.test(columnName(head));
export const isEmailColumn = (head: string) => EMAIL.test(columnName(head));
export const isPersonIdColumn = (head: string) => PERSON_ID.test(columnName(head));
/** A name with a digit is a code itself, such as `CODE-24`. */
export const isCodeColumn = (head: string) => !/\d/.test(head) && CODE.test(columnName(head));

/** How to recognise a column. */
export type ColumnSpec = {
  /** Tests of a header. Columns that match an earlier test come first. */
  heads: readonly ((head: string) => boolean)[];
  /** Tests of a value, for tables without a known header. Columns that match an earlier test come first. */
  kinds: readonly ((cell: string) => boolean)[];
  /** Name of the values in messages, such as "phone numbers". */
  values: string;
  /** Header suggested in messages, such as "Phone". */
  head: string;
  /** True if a row of words can't be a value, so that it is a header if it is above values. */
  wordsAreHead?: boolean;
};

/** `columns`: zero-based, in order of preference for a row's value. `head`: null if the table has no header. */
export type Found = { columns: number[]; head: TextRow | null; rows: TextRow[] };

/** Number of rows searched for a header: title rows may be above it. */
const HEAD_WITHIN = 10;
const COLUMNS_NAMED = 12;
/** Number of rows by which a column is judged. */
const JUDGED = 1_000;

const fits = (spec: ColumnSpec, cell = "") => spec.kinds.some((isOf) => isOf(cell));

/**
 * Finds columns by their headers in any order, or else by their values.
 * @throws TableError that lists the existing columns, if none or several match
 */
export function findColumns(rows: readonly TextRow[], spec: ColumnSpec): Found {
  const places = findHeader(rows, spec);
  if (places) {
    const body = rows.slice(rows.indexOf(places.head) + 1);
    const filled = places.columns.filter((column) => body.some(({ cells }) => fits(spec, cells[column])));
    return { head: places.head, columns: filled.length ? filled : places.columns, rows: body };
  }
  const used = columnsOf(rows);
  const [only] = used;
  const columns = used.length <= 1 ? [only ?? 0] : columnsByValues(rows, used, spec);
  const head = headAbove(rows, columns, spec);
  return { head, columns, rows: head ? rows.slice(1) : [...rows] };
}

/** Finds a row with a known header above all values. */
function findHeader(rows: readonly TextRow[], spec: ColumnSpec): { head: TextRow; columns: number[] } | null {
  for (const head of rows.slice(0, HEAD_WITHIN)) {
    const columns = spec.heads.flatMap((isOf) =>
      head.cells.flatMap((cell, place) => (isOf(cleanLine(cell)) ? [place] : [])),
    );
    if (columns.length) return { head, columns: [...new Set(columns)] };
    if (head.cells.some((cell) => fits(spec, cell))) return null;
  }
  return null;
}

/** Returns the indexes of the columns with any text. */
function columnsOf(rows: readonly TextRow[]): number[] {
  const used = new Set<number>();
  for (const { cells } of rows) for (const [place, cell] of cells.entries()) if (cell.trim()) used.add(place);
  return [...used].sort((one, other) => one - other);
}

/** Returns the column of each kind of value. @throws TableError if there is none, or two of the same kind */
function columnsByValues(rows: readonly TextRow[], used: readonly number[], spec: ColumnSpec): number[] {
  const fitting = spec.kinds.map((isOf) => used.filter((column) => holds(rows, column, isOf)));
  const several = fitting.find((columns) => columns.length > 1);
  const columns = [...new Set(fitting.flat())];
  if (columns.length && !several) return columns;
  const there = named(rows, several ?? used);
  throw new TableError(
    several
      ? `More than one column could be the ${spec.values}: ${there}. Write “${spec.head}” above the right one, then choose the file again.`
      : `No column was recognised as ${spec.values}. The columns are: ${there}. Write “${spec.head}” above the right one, then choose the file again.`,
  );
}

/** Returns true if at least half of a column's filled cells match. */
function holds(rows: readonly TextRow[], column: number, isOf: (cell: string) => boolean): boolean {
  const filled = rows.slice(0, JUDGED).flatMap(({ cells }) => (cells[column]?.trim() ? [cells[column]] : []));
  return filled.length > 0 && filled.filter(isOf).length >= filled.length / 2;
}

/** Lists columns by letter, with their first cell. */
export function named(rows: readonly TextRow[], columns: readonly number[]): string {
  const top = rows[0]?.cells ?? [];
  const names = columns.slice(0, COLUMNS_NAMED).map((column) => {
    const text = cleanLine(top[column] ?? "").slice(0, 40);
    return text ? `${lettersOf(column)} “${text}”` : lettersOf(column);
  });
  return columns.length > COLUMNS_NAMED ? `${names.join(", ")} and more` : names.join(", ");
}

export const lettersOf = (column: number): string =>
  (column < 26 ? "" : lettersOf(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26));

/** Returns the first row as a header if it has only words and is above values. */
function headAbove(rows: readonly TextRow[], columns: readonly number[], spec: ColumnSpec): TextRow | null {
  const [first, ...rest] = rows;
  const hasValue = ({ cells }: TextRow) => columns.some((column) => fits(spec, cells[column]));
  if (!spec.wordsAreHead || !first || hasValue(first)) return null;
  const isWords = first.cells.every((cell) => !/[\d@]/.test(cell));
  return isWords && rest.some(hasValue) ? first : null;
}
