import papa from "papaparse";
import { TableError } from "./table-error";

/** Row of a CSV file or spreadsheet. `row`: its number; the header is row 1, and a multi-line cell is in one row. */
export type SpreadsheetRow = { row: number; cells: string[] };

/** Delimiters in order of preference; commas are last, because they also occur in amounts and addresses. */
const DELIMITERS = ["\t", ";", "|", ","] as const;
/** Number of characters sampled to detect the delimiter. */
const SAMPLE_CHARACTERS = 20_000;
/** Maximum number of rows in a file. */
export const MAX_TABLE_ROWS = 200_000;
const TOO_LONG_MESSAGE = `This file has more than ${MAX_TABLE_ROWS.toLocaleString("en")} rows. Split it and add it in parts.`;

/** A first line such as `sep=;`, which tells Excel the delimiter. Does not count as a row. */
const SEPARATOR_LINE = /^"?sep=(.)"?[\t;|,]*(?:\n|$)/i;

/** Matches numbers shortened by Excel with a decimal comma, such as `2,34803E+12`. */
const DECIMAL_COMMA = /\b(\d),(?=\d+E\+?\d)/gi;

const normalizeLines = (text: string) => text.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");

/** Returns the delimiter of a `sep=` line, otherwise the delimiter that splits most rows consistently. */
export function delimiterOf(text: string): string {
  const beginning = normalizeLines(text.slice(0, SAMPLE_CHARACTERS));
  const namedDelimiter = SEPARATOR_LINE.exec(beginning)?.[1];
  if (namedDelimiter) return namedDelimiter;
  // Drops the last sampled line, which may be incomplete.
  const whole = text.length > SAMPLE_CHARACTERS ? beginning.slice(0, beginning.lastIndexOf("\n") + 1) : beginning;
  const sample = whole.replace(DECIMAL_COMMA, "$1.");
  const scores = DELIMITERS.map((delimiter) => delimiterScore(parseLeniently(sample, delimiter)));
  return DELIMITERS[scores.indexOf(Math.max(...scores))] ?? ",";
}

/** Returns true if the text begins with a `sep=` line. */
export const hasSeparatorLine = (text: string) => SEPARATOR_LINE.test(normalizeLines(text.slice(0, 100)));

/** Scores a delimiter: the share of rows that have the most common number of cells, if that is more than one. */
function delimiterScore(rows: readonly string[][]): number {
  const filledRows = rows.filter((cells) => cells.some((cell) => cell.trim()));
  const counts = new Map<number, number>();
  for (const { length } of filledRows) if (length > 1) counts.set(length, (counts.get(length) ?? 0) + 1);
  return filledRows.length ? Math.max(0, ...counts.values()) / filledRows.length : 0;
}

/** Reads the rows of CSV, or of copied spreadsheet cells. Skips empty rows. @throws TableError for too many rows */
export function readTextRows(text: string, delimiter = delimiterOf(text)): SpreadsheetRow[] {
  const rows = parseLeniently(normalizeLines(text).replace(SEPARATOR_LINE, ""), delimiter);
  if (rows.length > MAX_TABLE_ROWS) throw new TableError(TOO_LONG_MESSAGE);
  return rows
    .map((cells, index) => ({ row: index + 1, cells }))
    .filter(({ cells }) => cells.some((cell) => cell.trim()));
}

/**
 * Passes the rows of CSV to `onRow` one by one, until it returns false. Keeps no rows in memory, for large files. Skips empty rows. If a
 * quote is not closed, `onRestart` is called and all rows are passed again, with quotes as ordinary characters.
 */
export function eachTextRow(
  text: string,
  onRow: (row: SpreadsheetRow) => boolean,
  onRestart: () => void,
  delimiter = delimiterOf(text),
): void {
  const body = (text.includes("\r") ? normalizeLines(text) : text.replace(/^\uFEFF/, "")).replace(SEPARATOR_LINE, "");
  const isComplete = (quoteChar: string, clean: (cell: string) => string) => {
    let [row, hasQuoteError] = [0, false];
    papa.parse<string[]>(body, {
      delimiter,
      newline: "\n",
      quoteChar,
      step: ({ data, errors }, parser) => {
        row++;
        hasQuoteError ||= errors.some(({ type }) => type === "Quotes");
        if (hasQuoteError && quoteChar === '"') parser.abort();
        else if (data.some((cell) => cell.trim()) && !onRow({ row, cells: data.map(clean) })) parser.abort();
      },
    });
    return !hasQuoteError;
  };
  if (isComplete('"', (cell) => cell)) return;
  onRestart();
  isComplete("\0", unquote);
}

/** Parses quotes as CSV defines them. If a quote is not closed, treats all quotes as ordinary characters. */
function parseLeniently(text: string, delimiter: string): string[][] {
  const options = { delimiter, newline: "\n" } as const;
  const { data, errors } = papa.parse<string[]>(text, options);
  if (!errors.some(({ type }) => type === "Quotes")) return data;
  return papa.parse<string[]>(text, { ...options, quoteChar: "\0" }).data.map((cells) => cells.map(unquote));
}

const unquote = (cell: string) => /^\s*"(.*)"\s*$/.exec(cell)?.[1]?.replaceAll('""', '"') ?? cell;
