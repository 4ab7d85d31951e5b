import { readPhone } from "@/lib/contract/phone.values";
import { isPromotionCode, normalisePromotionCode } from "@/lib/contract/promotion.values";
import { cleanCell, isNumberShortenedByExcel, SHORTENED_NUMBER_MESSAGE } from "./cell-text";
import {
  type ColumnSpec,
  columnLetters,
  findColumns,
  isEmailHeader,
  isPhoneHeader,
  isPromotionCodeHeader,
  isUserIdHeader,
  type LocatedColumns,
} from "./columns";
import type { SpreadsheetRow } from "./text-rows";

/** A value of one row, such as a phone number. `row`: the row's number in the spreadsheet. */
export type PickedValue = { row: number; text: string };
/** A row that can't be used, with the reason. */
export type RowProblem = PickedValue & { problem: string };
/** People or codes read from a table. `column`: the column that contains them, such as "column B “Phone”"; "" if it is the only column. */
export type PickedValues = {
  entries: PickedValue[];
  problems: RowProblem[];
  column: string;
  /** Header cell of the column with the entries; null if the table has no header. */
  head: PickedValue | null;
};

/** Maximum number of characters that the API accepts for a row. */
const MAX_VALUE_LENGTH = 254;

/**
 * Truncates a text, and replaces characters that JSON or the database refuses by U+FFFD: otherwise one bad row would make the API
 * refuse all rows.
 */
const toSendable = (text: string) => text.slice(0, MAX_VALUE_LENGTH).replaceAll("\0", "\uFFFD").toWellFormed();

const isPhone = (text: string) => isNumberShortenedByExcel(text) || readPhone(text) !== null;
const isEmail = (text: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);
const isUuid = (text: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);

const PEOPLE_COLUMN: ColumnSpec = {
  heads: [isPhoneHeader, isEmailHeader, isUserIdHeader],
  kinds: [isPhone, isEmail, isUuid].map((isKind) => (cell: string) => isKind(cleanCell(cell))),
  values: "phone numbers, emails or user ids",
  head: "Phone",
  wordsAreHead: true,
};

const CODES_COLUMN: ColumnSpec = {
  heads: [isPromotionCodeHeader],
  kinds: [
    (cell) => {
      const text = cleanCell(cell);
      return isPromotionCode(normalisePromotionCode(text)) && (/[\d-]/.test(text) || text === text.toUpperCase());
    },
  ],
  values: "codes",
  head: "Code",
};

/** Reads a phone number, email or user id from each row. @throws TableError */
export const pickPeople = (rows: readonly SpreadsheetRow[]): PickedValues =>
  pickValues(rows, PEOPLE_COLUMN, "This row has no phone number, email or user id.");

/** Reads a promotion code from each row. @throws TableError */
export const pickPromotionCodes = (rows: readonly SpreadsheetRow[]): PickedValues =>
  pickValues(rows, CODES_COLUMN, "This row has no code.");

function pickValues(rows: readonly SpreadsheetRow[], columnSpec: ColumnSpec, emptyMessage: string): PickedValues {
  const found = findColumns(rows, columnSpec);
  const entries: PickedValue[] = [];
  const problems: RowProblem[] = [];
  for (const { row, cells } of found.rows) {
    const text = firstFilledCell(cells, found.columns);
    if (text === "") problems.push({ row, text: "", problem: emptyMessage });
    else if (isNumberShortenedByExcel(text)) problems.push({ row, text, problem: SHORTENED_NUMBER_MESSAGE });
    else entries.push({ row, text: toSendable(text) });
  }
  const head = found.head && { row: found.head.row, text: found.head.cells[found.columns[0] ?? 0] ?? "" };
  return { entries, problems, column: describeColumns(found), head };
}

function firstFilledCell(cells: readonly string[], columns: readonly number[]): string {
  for (const column of columns) {
    const text = cleanCell(cells[column] ?? "");
    if (text) return text;
  }
  return "";
}

function describeColumns({ head, columns, rows }: LocatedColumns): string {
  if (!head && rows.every(({ cells }) => cells.length === 1)) return "";
  const names = columns.map((column) => {
    const name = head?.cells[column]?.trim();
    return name ? `${columnLetters(column)} “${name.slice(0, 40)}”` : columnLetters(column);
  });
  return `${names.length === 1 ? "column" : "columns"} ${names.join(", ")}`;
}
