import { readPhone } from "@/lib/contract/phone.values";
import { codeOf, isCode } from "@/lib/contract/promotion.values";
import { cleanCell, isShortened, SHORTENED } from "./cell-text";
import {
  type ColumnSpec,
  type Found,
  findColumns,
  isCodeColumn,
  isEmailColumn,
  isPersonIdColumn,
  isPhoneColumn,
  lettersOf,
} from "./columns";
import type { TextRow } from "./text-rows";

export type Entry = { row: number; text: string };
export type RowProblem = Entry & { problem: string };
/** `column`: source of the entries, such as "column B “Phone”"; "" if it is the only one. */
export type Picked = {
  entries: Entry[];
  problems: RowProblem[];
  column: string;
  /** The header of that column. */
  head: Entry | null;
};

/** Maximum length of a row's text in the API. */
const LONGEST = 254;

/** Replaces characters that can't be sent by one that makes the row invalid, so that the rest of the file is still read. */
const sendable = (text: string) => text.slice(0, LONGEST).replaceAll("\0", "\uFFFD").toWellFormed();

const isPhone = (text: string) => isShortened(text) || readPhone(text) !== null;
const isEmail = (text: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);
const isId = (text: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);

const PEOPLE: ColumnSpec = {
  heads: [isPhoneColumn, isEmailColumn, isPersonIdColumn],
  kinds: [isPhone, isEmail, isId].map((isOf) => (cell: string) => isOf(cleanCell(cell))),
  values: "phone numbers, emails or user ids",
  head: "Phone",
  wordsAreHead: true,
};

const CODES: ColumnSpec = {
  heads: [isCodeColumn],
  kinds: [
    (cell) => {
      const text = cleanCell(cell);
      return isCode(codeOf(text)) && (/[\d-]/.test(text) || text === text.toUpperCase());
    },
  ],
  values: "codes",
  head: "Code",
};

/** Reads a phone number, email or user id from each row. @throws TableError */
export const pickPeople = (rows: readonly TextRow[]): Picked =>
  pick(rows, PEOPLE, "This row has no phone number, email or user id.");

/** Reads a promotion code from each row. @throws TableError */
export const pickCodes = (rows: readonly TextRow[]): Picked => pick(rows, CODES, "This row has no code.");

function pick(rows: readonly TextRow[], spec: ColumnSpec, nothing: string): Picked {
  const found = findColumns(rows, spec);
  const entries: Entry[] = [];
  const problems: RowProblem[] = [];
  for (const { row, cells } of found.rows) {
    const text = firstOf(cells, found.columns);
    if (text === "") problems.push({ row, text: "", problem: nothing });
    else if (isShortened(text)) problems.push({ row, text, problem: SHORTENED });
    else entries.push({ row, text: sendable(text) });
  }
  const head = found.head && { row: found.head.row, text: found.head.cells[found.columns[0] ?? 0] ?? "" };
  return { entries, problems, column: placeOf(found), head };
}

function firstOf(cells: readonly string[], columns: readonly number[]): string {
  for (const column of columns) {
    const text = cleanCell(cells[column] ?? "");
    if (text) return text;
  }
  return "";
}

function placeOf({ head, columns, rows }: Found): string {
  if (!head && rows.every(({ cells }) => cells.length === 1)) return "";
  const names = columns.map((column) => {
    const name = head?.cells[column]?.trim();
    return name ? `${lettersOf(column)} “${name.slice(0, 40)}”` : lettersOf(column);
  });
  return `${names.length === 1 ? "column" : "columns"} ${names.join(", ")}`;
}
