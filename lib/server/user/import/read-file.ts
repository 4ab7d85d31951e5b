import "server-only";
import { createHash } from "node:crypto";
import { closeSync, createReadStream, openSync, readSync, statSync } from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { parse } from "csv-parse";
import { readSheet } from "read-excel-file/node";

/**
 * A row of a register. `line` as an editor or a spreadsheet counts it; `cells` by the names of the columns as they stand there;
 * `problem`: why it can't be read, a sentence.
 */
export type FileRow = { line: number; cells: Record<string, unknown>; problem?: string };

/** Bytes of an Excel file that fit into memory: about 200,000 people. */
const EXCEL_MAX = 20_000_000;

/** What is wrong with a file as a whole. */
export class FileProblem extends Error {}

/** Looks at the names of the columns before any row. @throws FileProblem */
type CheckColumns = (columns: readonly string[]) => void;

/**
 * Reads the rows of a register, one after the other: `.csv` with commas, semicolons or tabs in UTF-8 or UTF-16, `.ndjson`, or the
 * first sheet of an `.xlsx`. Only Excel files are held in memory. Rows of `.ndjson` name their own columns, so none are checked.
 * @throws FileProblem
 */
export async function* readFileRows(file: string, checkColumns: CheckColumns): AsyncGenerator<FileRow> {
  const kind = path.extname(file).toLowerCase();
  if (kind === ".ndjson" || kind === ".jsonl") yield* readLines(file);
  else if (kind === ".xlsx") yield* readExcel(file, checkColumns);
  else if (kind === ".csv" || kind === ".txt") yield* readCsv(file, checkColumns);
  else throw new FileProblem(`Files of the kind "${kind}" can't be read. Use .csv, .ndjson or .xlsx.`);
}

/** SHA-256 of a file, hexadecimal. */
export async function hashOf(file: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(file)) hash.update(chunk);
  return hash.digest("hex");
}

async function* readCsv(file: string, checkColumns: CheckColumns): AsyncGenerator<FileRow> {
  const encoding = encodingOf(file);
  const [first = ""] = beginningOf(file, encoding).split(/\r\n|\r|\n/, 1);
  // A line that Excel reads as an instruction: "sep=;".
  const said = /^sep=(.)$/i.exec(first)?.[1];
  const delimiter = said ?? ([";", "\t", ","].find((sign) => count(first, sign) === mostOf(first)) as string);
  const parser = parse({
    ...{ delimiter, from_line: said ? 2 : 1, info: true },
    ...{ relax_column_count: true, relax_quotes: true, skip_empty_lines: true, max_record_size: 100_000 },
  });
  const input = Readable.from(textOf(file, encoding));
  input.on("error", (error) => parser.destroy(error)).pipe(parser);
  // csv-parse counts a line break of two signs in a quoted cell twice, and says where a row ends.
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

/** The names of the columns. @throws FileProblem where two have one name: nobody could tell which is meant */
function namesOf(row: readonly string[], checkColumns: CheckColumns): string[] {
  const names = row.map((name) => name.trim());
  const twice = names.find((name, place) => name && names.findIndex((other) => isSame(other, name)) < place);
  if (twice) throw new FileProblem(`Two columns are called “${twice}”. Rename or remove one.`);
  checkColumns(names);
  return names;
}
const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** The cells of a row by their columns. More cells than columns mostly are an amount or an address with a comma. */
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
const mostOf = (text: string) => Math.max(...[",", ";", "\t"].map((sign) => count(text, sign)));

type Encoding = "utf-8" | "utf-16le" | "utf-16be";

/** The encoding that a file's byte order mark says; without one it has to be UTF-8. */
function encodingOf(file: string): Encoding {
  const [one, two] = firstBytes(file, 2);
  if (one === 0xff && two === 0xfe) return "utf-16le";
  return one === 0xfe && two === 0xff ? "utf-16be" : "utf-8";
}

const beginningOf = (file: string, encoding: Encoding) => new TextDecoder(encoding).decode(firstBytes(file, 4_096));

function firstBytes(file: string, most: number): Buffer {
  const bytes = Buffer.alloc(most);
  const opened = openSync(file, "r");
  const length = readSync(opened, bytes);
  closeSync(opened);
  return bytes.subarray(0, length);
}

/** The text of a file without its byte order mark, piece by piece. @throws FileProblem where it is in another encoding */
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
  if (statSync(file).size > EXCEL_MAX)
    throw new FileProblem("This Excel file is larger than 20 MB. Save it as CSV UTF-8 and import that.");
  const [head, ...rows] = await readSheet(file).catch((error: Error) => {
    throw new FileProblem(`The Excel file can't be read: ${error.message}`);
  });
  if (!head) throw new FileProblem("The file is empty.");
  const names = namesOf(
    head.map((name) => String(name ?? "")),
    checkColumns,
  );
  for (const [index, row] of rows.entries())
    if (row.some((cell) => cell !== null)) yield { line: index + 2, ...cellsOf(names, row) };
}
