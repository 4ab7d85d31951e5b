import { cleanPastedLine } from "@/lib/contract/pasted.values";
import { cleanCell, isNumberShortenedByExcel, SHORTENED_NUMBER_MESSAGE } from "./cell-text";
import { normaliseHeader } from "./columns";
import type { RowProblem } from "./pick-values";
import { TableError } from "./table-error";
import type { SpreadsheetRow } from "./text-rows";

/** A revenue head, read from a row of a file. Missing cells are "". */
export type PickedRevenueHead = {
  row: number;
  code: string;
  name: string;
  ministry: string;
  bank_name: string;
  account_number: string;
  starts_on: string;
};
/** Revenue heads that were read from a table, and the rows that can't be used. */
export type PickedRevenueHeads = { heads: PickedRevenueHead[]; problems: RowProblem[] };

type HeadField = Exclude<keyof PickedRevenueHead, "row">;

/** Headers of each column, without spaces and in lower case. */
const HEADERS: Record<HeadField, RegExp> = {
  code: /^(?:revenue|economic|ncoa)?(?:head)?s?codes?(?:no|number)?$/,
  name: /^(?:revenue)?(?:head)?s?(?:names?|descriptions?|titles?)?(?:ofrevenue)?$/,
  ministry:
    /^(?:mdas?|ministry|ministries|agency|ministrydepartmentagency|ministrydepartmentoragency|organisation)(?:name)?$/,
  bank_name: /^banks?(?:name)?$/,
  account_number: /^(?:bank)?(?:account|acct|nuban)(?:no|nos|number|numbers)?$/,
  starts_on: /^(?:from|startson|starts|startdate|effective(?:from|date)?|validfrom|firstday)$/,
};
const FIELDS = Object.keys(HEADERS) as HeadField[];
/** Maximum lengths that the API accepts for a cell. */
const MAX_LENGTHS: Record<HeadField, number> = {
  code: 60,
  name: 200,
  ministry: 200,
  bank_name: 120,
  account_number: 60,
  starts_on: 40,
};
/** Number of rows to search for the header, because title rows may precede it. */
const MAX_HEADER_ROW = 10;

/** Matches line breaks and control characters within a cell. */
const BREAKS = /[\p{Cc}\u2028\u2029]+/gu;
/** Truncates a text, and replaces characters that the API refuses: otherwise one bad row would make the API refuse the whole request. */
const toSendable = (text: string, max: number) => text.slice(0, max).toWellFormed();

/** Reads a revenue head from each row below the header. @throws TableError if there is no column of codes, names or ministries */
export function pickRevenueHeads(rows: readonly SpreadsheetRow[]): PickedRevenueHeads {
  const header = rows.slice(0, MAX_HEADER_ROW).find(({ cells }) => columnOf(cells, "code") !== -1);
  if (!header) throw new TableError(NO_HEADER_MESSAGE);
  const columns = Object.fromEntries(FIELDS.map((field) => [field, columnOf(header.cells, field)])) as Record<
    HeadField,
    number
  >;
  if (columns.name === -1 || columns.ministry === -1) throw new TableError(NO_HEADER_MESSAGE);
  const heads: PickedRevenueHead[] = [];
  const problems: RowProblem[] = [];
  for (const { row, cells } of rows.slice(rows.indexOf(header) + 1)) {
    const textOf = (field: HeadField) => {
      const cell = (cells[columns[field]] ?? "").replace(BREAKS, " ");
      const isNumber = field === "code" || field === "account_number";
      return toSendable(isNumber ? cleanCell(cell) : cleanPastedLine(cell), MAX_LENGTHS[field]);
    };
    const head = {
      row,
      ...(Object.fromEntries(FIELDS.map((field) => [field, textOf(field)])) as Record<HeadField, string>),
    };
    if (FIELDS.every((field) => head[field] === "")) continue;
    if (isNumberShortenedByExcel(head.code) || isNumberShortenedByExcel(head.account_number))
      problems.push({ row, text: head.name, problem: SHORTENED_NUMBER_MESSAGE });
    else heads.push(head);
  }
  return { heads, problems };
}

const columnOf = (cells: readonly string[], field: HeadField) =>
  cells.findIndex((cell) => {
    const name = normaliseHeader(cleanPastedLine(cell));
    return name !== "" && HEADERS[field].test(name);
  });

const NO_HEADER_MESSAGE =
  "This file has no row with the headers Code, Name and Ministry. Write them above the columns, then choose the file again. Bank, Account number and From are optional.";
