import "server-only";
import { createHash } from "node:crypto";
import { closeSync, createReadStream, openSync, readFileSync, readSync, statSync } from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { parse } from "csv-parse";
import { detectUnicode, type TextEncoding } from "@/lib/tables/encoding";
import { detectFileKind } from "@/lib/tables/file-kind";
import { TableError } from "@/lib/tables/table-error";
import { delimiterOf, hasSeparatorLine } from "@/lib/tables/text-rows";
import { readWorkbook } from "@/lib/tables/workbook-rows";

/**
 * A row of an imported file. `line` is its number in an editor or spreadsheet. `cells` has the file's column names as
 * keys. `problem` is a sentence if the row is unreadable.
 */
export type FileRow = { line: number; cells: Record<string, unknown>; problem?: string };

/** Maximum bytes of an Excel file that fits into memory: about 200,000 people. */
const MAX_EXCEL_BYTES = 20_000_000;
/** Maximum bytes of an Excel file after unpacking. A JavaScript string can have about 500 MB. */
const MAX_UNPACKED_BYTES = 400_000_000;
const FILE_EXTENSIONS = [".csv", ".txt", ".tsv", ".xlsx", ".xls"];

/** Error that concerns an imported file as a whole instead of one row. */
export class FileError extends Error {}

/** Checks the column names before any row is read. @throws FileError */
type CheckColumns = (columns: readonly string[]) => void;

/**
 * Reads a file row by row: CSV in UTF-8 or UTF-16, the first non-empty sheet of an Excel file, or `.ndjson`. Loads only
 * Excel files into memory. Skips the column check for `.ndjson`, where each row names its own columns.
 * @throws FileError
 */
export async function* readFileRows(file: string, checkColumns: CheckColumns): AsyncGenerator<FileRow> {
  const kind = path.extname(file).toLowerCase();
  if (kind === ".ndjson" || kind === ".jsonl") yield* readLines(file);
  else if (FILE_EXTENSIONS.includes(kind)) yield* readTable(file, checkColumns);
  else throw new FileError(`Files of the kind "${kind}" can't be read. Use .csv, .ndjson or .xlsx.`);
}

/** Returns the SHA-256 of a file in hexadecimal. */
export async function hashFile(file: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(file)) hash.update(chunk);
  return hash.digest("hex");
}

/** Detects text or Excel by content, because file names may be wrong. */
async function* readTable(file: string, checkColumns: CheckColumns): AsyncGenerator<FileRow> {
  const size = statSync(file).size;
  const isZip = firstBytes(file, 2).toString("latin1") === "PK";
  if (isZip && size > MAX_EXCEL_BYTES)
    throw new FileError("This Excel file is larger than 20 MB. Save it as CSV UTF-8 and import that.");
  try {
    // Reads only the beginning of a text file, which is enough to detect the file's kind.
    const kind = size ? detectFileKind(isZip ? readFileSync(file) : firstBytes(file, 100_000)) : "text";
    if (kind === "xlsx") yield* readExcel(file, checkColumns);
    else yield* readCsv(file, checkColumns);
  } catch (error) {
    throw error instanceof TableError ? new FileError(error.message) : error;
  }
}

async function* readCsv(file: string, checkColumns: CheckColumns): AsyncGenerator<FileRow> {
  const encoding = encodingOf(file);
  const firstText = new TextDecoder(encoding).decode(firstBytes(file, 65_536));
  const delimiter = delimiterOf(firstText);
  const parser = parse({
    ...{ delimiter, from_line: hasSeparatorLine(firstText) ? 2 : 1, info: true },
    ...{ relax_column_count: true, relax_quotes: true, skip_empty_lines: true, max_record_size: 100_000 },
  });
  const input = Readable.from(decodeFile(file, encoding));
  input.on("error", (error) => parser.destroy(error)).pipe(parser);
  // Corrects the line numbers of csv-parse, which counts each CRLF in a quoted cell twice, and returns the line on which a row ends.
  let repeated = 0;
  let names: string[] | undefined;
  try {
    for await (const { record, info } of parser) {
      const row: string[] = record;
      const text = row.join("");
      repeated += countSeparators(text, "\r\n");
      const line = info.lines - repeated - (text.match(/\r\n|\n/g)?.length ?? 0);
      if (names) yield { line, ...toCells(names, row) };
      else names = readColumnNames(row, checkColumns);
    }
  } catch (error) {
    if (error instanceof FileError) throw error;
    throw new FileError(`The file can't be read: ${error instanceof Error ? error.message : error}`);
  }
  if (!names) throw new FileError("The file is empty.");
}

/** Returns the column names. @throws FileError if two columns have the same name */
function readColumnNames(row: readonly string[], checkColumns: CheckColumns): string[] {
  const names = row.map((name) => name.trim());
  const repeated = names.find((name, position) => name && names.findIndex((right) => sameName(right, name)) < position);
  if (repeated) throw new FileError(`Two columns are called “${repeated}”. Rename or remove one.`);
  checkColumns(names);
  return names;
}
const sameName = (left: string, right: string) => left.toLowerCase() === right.toLowerCase();

/** Returns a row's cells by column. Extra cells usually come from an amount or address with an unquoted comma. */
function toCells(names: readonly string[], row: readonly unknown[]): Pick<FileRow, "cells" | "problem"> {
  const cells = Object.fromEntries(names.map((name, position) => [name, row[position]]));
  const isLonger = row.slice(names.length).some((cell) => String(cell ?? "").trim() !== "");
  if (!isLonger) return { cells };
  return {
    cells,
    problem: `The row has ${row.length} cells, and there are ${names.length} columns. Put a value that contains a comma in double quotes.`,
  };
}

const countSeparators = (text: string, separator: string) => text.split(separator).length - 1;

/** Returns the encoding from the byte order mark, else UTF-8. */
const encodingOf = (file: string): TextEncoding => detectUnicode(firstBytes(file, 1_000)) ?? "utf-8";

function firstBytes(file: string, maxBytes: number): Buffer {
  const bytes = Buffer.alloc(maxBytes);
  const fileDescriptor = openSync(file, "r");
  const length = readSync(fileDescriptor, bytes);
  closeSync(fileDescriptor);
  return bytes.subarray(0, length);
}

/** Yields a file's text in chunks, without the byte order mark. @throws FileError if it has another encoding */
async function* decodeFile(file: string, encoding: TextEncoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  try {
    for await (const chunk of createReadStream(file)) yield decoder.decode(chunk, { stream: true });
    yield decoder.decode();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new FileError(
      "The file is neither UTF-8 nor UTF-16. In Excel, save it again as “CSV UTF-8 (Comma delimited)”.",
    );
  }
}

async function* readLines(file: string): AsyncGenerator<FileRow> {
  let line = 0;
  for await (const text of splitLines(file)) {
    line++;
    if (text.trim()) yield { line, ...parseLine(text) };
  }
}

async function* splitLines(file: string): AsyncGenerator<string> {
  let remainder = "";
  for await (const piece of decodeFile(file, encodingOf(file))) {
    const lines = (remainder + piece).split("\n");
    remainder = lines.pop() ?? "";
    yield* lines;
  }
  yield remainder;
}

function parseLine(text: string): Pick<FileRow, "cells" | "problem"> {
  const value = parseJson(text);
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return { cells: {}, problem: "This is not a JSON object." };
  const cells = value as Record<string, unknown>;
  const nestedField = Object.keys(cells).find((name) => typeof cells[name] === "object" && cells[name] !== null);
  return nestedField ? { cells, problem: `${nestedField}: Use a single value.` } : { cells };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function* readExcel(file: string, checkColumns: CheckColumns): AsyncGenerator<FileRow> {
  const { rows } = await readWorkbook(readFileSync(file), MAX_UNPACKED_BYTES);
  const [headerRow, ...body] = rows;
  const names = readColumnNames(
    (headerRow?.cells ?? []).map((name) => String(name ?? "")),
    checkColumns,
  );
  for (const { row, cells } of body) yield { line: row, ...toCells(names, cells) };
}
