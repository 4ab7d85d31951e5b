import "server-only";
import { createHash } from "node:crypto";
import { closeSync, createReadStream, openSync, readFileSync, readSync, statSync } from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { parse } from "csv-parse";
import { type Encoding, markedEncoding } from "@/lib/tables/encoding";
import { kindOf } from "@/lib/tables/file-kind";
import { TableError } from "@/lib/tables/problem";
import { delimiterOf, hasSeparatorLine } from "@/lib/tables/text-rows";
import { readWorkbook } from "@/lib/tables/workbook-rows";

/**
 * A row of a register. `line` is its number in an editor or spreadsheet. `cells` has the file's column names as keys. `problem`
 * is a sentence if the row is unreadable.
 */
export type FileRow = { line: number; cells: Record<string, unknown>; problem?: string };

/** Largest Excel file in bytes that fits into memory: about 200,000 people. */
const EXCEL_MAX = 20_000_000;
/** Limit in bytes after unpacking. A JavaScript string can have about 500 MB. */
const UNPACKED_MAX = 400_000_000;
const KINDS = [".csv", ".txt", ".tsv", ".xlsx", ".xls"];

/** An error about the file as a whole. */
export class FileProblem extends Error {}

/** Checks the column names before any row is read. @throws FileProblem */
type CheckColumns = (columns: readonly string[]) => void;

/**
 * Reads a register row by row: CSV in UTF-8 or UTF-16, the first non-empty sheet of an Excel file, or `.ndjson`. Loads only
 * Excel files into memory. Skips the column check for `.ndjson`, where each row names its own columns.
 * @throws FileProblem
 */
export async function* readFileRows(file: string, checkColumns: CheckColumns): AsyncGenerator<FileRow> {
  const kind = path.extname(file).toLowerCase();
  if (kind === ".ndjson" || kind === ".jsonl") yield* readLines(file);
  else if (KINDS.includes(kind)) yield* readTable(file, checkColumns);
  else throw new FileProblem(`Files of the kind "${kind}" can't be read. Use .csv, .ndjson or .xlsx.`);
}

/** Returns the SHA-256 of a file in hexadecimal. */
export async function hashOf(file: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(file)) hash.update(chunk);
  return hash.digest("hex");
}

/** Detects text or Excel from the content, because file names can be wrong. */
async function* readTable(file: string, checkColumns: CheckColumns): AsyncGenerator<FileRow> {
  const size = statSync(file).size;
  const isZip = firstBytes(file, 2).toString("latin1") === "PK";
  if (isZip && size > EXCEL_MAX)
    throw new FileProblem("This Excel file is larger than 20 MB. Save it as CSV UTF-8 and import that.");
  try {
    // For text, the beginning is enough.
    const kind = size ? kindOf(isZip ? readFileSync(file) : firstBytes(file, 100_000)) : "text";
    if (kind === "xlsx") yield* readExcel(file, checkColumns);
    else yield* readCsv(file, checkColumns);
  } catch (error) {
    throw error instanceof TableError ? new FileProblem(error.message) : error;
  }
}

async function* readCsv(file: string, checkColumns: CheckColumns): AsyncGenerator<FileRow> {
  const encoding = encodingOf(file);
  const beginning = new TextDecoder(encoding).decode(firstBytes(file, 65_536));
  const delimiter = delimiterOf(beginning);
  const parser = parse({
    ...{ delimiter, from_line: hasSeparatorLine(beginning) ? 2 : 1, info: true },
    ...{ relax_column_count: true, relax_quotes: true, skip_empty_lines: true, max_record_size: 100_000 },
  });
  const input = Readable.from(textOf(file, encoding));
  input.on("error", (error) => parser.destroy(error)).pipe(parser);
  // In a quoted cell csv-parse counts each CRLF twice, and it reports the line where a row ends.
  let twice = 0;
  let names: string[] | undefined;
  try {
    for await (const { record, info } of parser) {
      const row: string[] = record;
      const text = row.join("");
      twice += count(text, "\r\n");
      const line = info.lines - twice - (text.match(/\r\n|\n/g)?.length ?? 0);
      if (names) yield { line, ...cellsOf(names, row) };
      else names = namesOf(row, checkColumns);
    }
  } catch (error) {
    if (error instanceof FileProblem) throw error;
    throw new FileProblem(`The file can't be read: ${error instanceof Error ? error.message : error}`);
  }
  if (!names) throw new FileProblem("The file is empty.");
}

/** Returns the column names. @throws FileProblem if two columns have the same name */
function namesOf(row: readonly string[], checkColumns: CheckColumns): string[] {
  const names = row.map((name) => name.trim());
  const twice = names.find((name, place) => name && names.findIndex((other) => isSame(other, name)) < place);
  if (twice) throw new FileProblem(`Two columns are called “${twice}”. Rename or remove one.`);
  checkColumns(names);
  return names;
}
const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** Returns a row's cells by column. Extra cells usually come from an amount or address with an unquoted comma. */
function cellsOf(names: readonly string[], row: readonly unknown[]): Pick<FileRow, "cells" | "problem"> {
  const cells = Object.fromEntries(names.map((name, place) => [name, row[place]]));
  const isLonger = row.slice(names.length).some((cell) => String(cell ?? "").trim() !== "");
  if (!isLonger) return { cells };
  return {
    cells,
    problem: `The row has ${row.length} cells, and there are ${names.length} columns. Put a value that contains a comma in double quotes.`,
  };
}

const count = (text: string, sign: string) => text.split(sign).length - 1;

/** Returns the encoding from the byte order mark, else UTF-8. */
const encodingOf = (file: string): Encoding => markedEncoding(firstBytes(file, 1_000)) ?? "utf-8";

function firstBytes(file: string, most: number): Buffer {
  const bytes = Buffer.alloc(most);
  const opened = openSync(file, "r");
  const length = readSync(opened, bytes);
  closeSync(opened);
  return bytes.subarray(0, length);
}

/** Yields a file's text in chunks, without the byte order mark. @throws FileProblem if it has another encoding */
async function* textOf(file: string, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  try {
    for await (const chunk of createReadStream(file)) yield decoder.decode(chunk, { stream: true });
    yield decoder.decode();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new FileProblem(
      "The file is neither UTF-8 nor UTF-16. In Excel, save it again as “CSV UTF-8 (Comma delimited)”.",
    );
  }
}

async function* readLines(file: string): AsyncGenerator<FileRow> {
  let line = 0;
  for await (const text of linesOf(file)) {
    line++;
    if (text.trim()) yield { line, ...parsed(text) };
  }
}

async function* linesOf(file: string): AsyncGenerator<string> {
  let rest = "";
  for await (const piece of textOf(file, encodingOf(file))) {
    const lines = (rest + piece).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  yield rest;
}

function parsed(text: string): Pick<FileRow, "cells" | "problem"> {
  const value = jsonOf(text);
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return { cells: {}, problem: "This is not a JSON object." };
  const cells = value as Record<string, unknown>;
  const nested = Object.keys(cells).find((name) => typeof cells[name] === "object" && cells[name] !== null);
  return nested ? { cells, problem: `${nested}: Use a single value.` } : { cells };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function* readExcel(file: string, checkColumns: CheckColumns): AsyncGenerator<FileRow> {
  const { rows } = await readWorkbook(readFileSync(file), UNPACKED_MAX);
  const [head, ...body] = rows;
  const names = namesOf(
    (head?.cells ?? []).map((name) => String(name ?? "")),
    checkColumns,
  );
  for (const { row, cells } of body) yield { line: row, ...cellsOf(names, cells) };
}
