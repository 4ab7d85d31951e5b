import "server-only";
import { createHash } from "node:crypto";
import { closeSync, createReadStream, openSync, readSync, statSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { parse } from "csv-parse";
import { readSheet } from "read-excel-file/node";

/** A row of a register. `line` as an editor or a spreadsheet counts it; `cells` by the names of the columns as they stand there. */
export type FileRow = { line: number; cells: Record<string, unknown> };

/** Bytes of an Excel file that fit into memory: about 200,000 people. */
const EXCEL_MAX = 20_000_000;

/** What is wrong with a file as a whole. */
export class FileProblem extends Error {}

/**
 * Reads the rows of a register, one after the other: `.csv` with commas, semicolons or tabs in UTF-8 or UTF-16, `.ndjson`, or the
 * first sheet of an `.xlsx`. Only Excel files are held in memory.
 * @throws FileProblem
 */
export async function* readFileRows(file: string): AsyncGenerator<FileRow> {
  const kind = path.extname(file).toLowerCase();
  if (kind === ".ndjson" || kind === ".jsonl") yield* readLines(file);
  else if (kind === ".xlsx") yield* readExcel(file);
  else if (kind === ".csv" || kind === ".txt") yield* readCsv(file);
  else throw new FileProblem(`Files of the kind "${kind}" can't be read. Use .csv, .ndjson or .xlsx.`);
}

/** SHA-256 of a file, hexadecimal. */
export async function hashOf(file: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(file)) hash.update(chunk);
  return hash.digest("hex");
}

async function* readCsv(file: string): AsyncGenerator<FileRow> {
  const { encoding, text } = beginningOf(file);
  const [first = ""] = text.split(/\r\n|\r|\n/, 1);
  // A line that Excel reads as an instruction: "sep=;".
  const said = /^\uFEFF?sep=(.)$/i.exec(first)?.[1];
  const delimiter = said ?? ([";", "\t", ","].find((sign) => count(first, sign) === mostOf(first)) as string);
  const parser = createReadStream(file, { encoding }).pipe(
    parse({
      ...{ bom: true, delimiter, from_line: said ? 2 : 1, info: true, columns: true },
      ...{ relax_column_count: true, relax_quotes: true, skip_empty_lines: true, max_record_size: 100_000 },
    }),
  );
  // csv-parse counts a line break of two signs in a quoted cell twice, and says where a row ends.
  let twice = 0;
  try {
    for await (const { record, info } of parser) {
      const cells: Record<string, string> = record;
      const text = Object.values(cells).join("");
      twice += count(text, "\r\n");
      yield { line: info.lines - twice - (text.match(/\r\n|\n/g)?.length ?? 0), cells };
    }
  } catch (error) {
    throw new FileProblem(`The file can't be read: ${error instanceof Error ? error.message : error}`);
  }
}

const count = (text: string, sign: string) => text.split(sign).length - 1;
const mostOf = (text: string) => Math.max(...[",", ";", "\t"].map((sign) => count(text, sign)));

/** The first bytes of a file as text, and the encoding that its byte order mark says. */
function beginningOf(file: string): { encoding: "utf8" | "utf16le"; text: string } {
  const bytes = Buffer.alloc(4_096);
  const opened = openSync(file, "r");
  const length = readSync(opened, bytes);
  closeSync(opened);
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? "utf16le" : "utf8";
  return { encoding, text: bytes.subarray(0, length).toString(encoding) };
}

async function* readLines(file: string): AsyncGenerator<FileRow> {
  let line = 0;
  for await (const text of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
    line++;
    if (!text.trim()) continue;
    yield { line, cells: parsed(text, line) };
  }
}

function parsed(text: string, line: number): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Said below, as for what is JSON but no object.
  }
  throw new FileProblem(`Line ${line} is not a JSON object.`);
}

async function* readExcel(file: string): AsyncGenerator<FileRow> {
  if (statSync(file).size > EXCEL_MAX)
    throw new FileProblem("This Excel file is larger than 20 MB. Save it as CSV UTF-8 and import that.");
  const [head = [], ...rows] = await readSheet(file).catch((error: Error) => {
    throw new FileProblem(`The Excel file can't be read: ${error.message}`);
  });
  const names = head.map((name) => String(name ?? ""));
  for (const [index, row] of rows.entries())
    if (row.some((cell) => cell !== null))
      yield { line: index + 2, cells: Object.fromEntries(names.map((name, place) => [name, row[place]])) };
}
