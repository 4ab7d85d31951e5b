import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import { readSheet } from "read-excel-file/universal";
import { SAVE_AS, TableError } from "./problem";

export type WorkbookCell = string | number | boolean | Date | null;
export type Workbook = {
  /** Name of the sheet that was read. */
  sheet: string;
  /** Number of visible sheets. */
  sheets: number;
  rows: { row: number; cells: WorkbookCell[] }[];
};

/** Maximum unpacked size of a workbook in bytes: about 200,000 rows. A small file can unpack to gigabytes. */
export const UNPACKED_MAX = 150_000_000;
/** Maximum number of cells, including empty ones between filled ones. The library keeps them all in memory. */
const CELLS_MAX = 5_000_000;

const UNREADABLE = `This Excel file can't be read. Open it in Excel. ${SAVE_AS}`;

/**
 * Reads the first visible sheet that has rows. Uses the stored values of formulas, without calculating. Skips empty rows.
 * @throws TableError
 */
export async function readWorkbook(bytes: Uint8Array, unpackedMax = UNPACKED_MAX): Promise<Workbook> {
  const parts = unpack(bytes, unpackedMax);
  const book = parts["xl/workbook.xml"];
  if (!book) throw new TableError(UNREADABLE);
  const all = sheetsIn(strFromU8(book));
  const visible = all.filter(({ isHidden }) => !isHidden);
  for (const path of Object.keys(parts))
    if (/worksheets\/[^/]+\.xml$/.test(path)) parts[path] = withoutEmptyCells(parts[path]);
  // Without compression, the library unpacks in this thread instead of starting its own worker.
  const archive = zipSync(parts, { level: 0 }).buffer as ArrayBuffer;
  for (const { index, name } of visible.length ? visible : all) {
    const rows = await rowsOf(archive, index);
    if (rows.length) return { sheet: name, sheets: visible.length, rows };
  }
  throw new TableError("This Excel file has no rows.");
}

async function rowsOf(archive: ArrayBuffer, index: number): Promise<Workbook["rows"]> {
  try {
    return (await cellsOf(archive, index))
      .map((row, at) => ({ row: at + 1, cells: row }))
      .filter((each) => each.cells.some((cell) => cell !== null && String(cell).trim() !== ""));
  } catch (error) {
    // The library throws a TypeError for a chart sheet, which has no cells.
    if (error instanceof TypeError) return [];
    throw new TableError(UNREADABLE);
  }
}

/** Returns the cells of a sheet, by row. The types of read-excel-file 9.3.17 say `typeof Date` where it returns a `Date`. */
const cellsOf = async (archive: ArrayBuffer, index: number) =>
  (await readSheet(archive, index + 1)) as unknown as WorkbookCell[][];

/** Unpacks only the parts with cells. @throws TableError above `most` bytes */
function unpack(bytes: Uint8Array, most: number): Record<string, Uint8Array> {
  let size = 0;
  const isWanted = (name: string) => /\.(xml|rels)$/.test(name) && /^xl\/|^\[Content|^_rels\//.test(name);
  try {
    return unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (!isWanted(name)) return false;
        size += originalSize;
        if (size > most) throw new TableError(tooLarge(most));
        return true;
      },
    });
  } catch (error) {
    throw error instanceof TableError ? error : new TableError(UNREADABLE);
  }
}

const tooLarge = (most: number) =>
  `This Excel file unpacks to more than ${most / 1_000_000} MB. Split it, or save it as CSV and choose that file.`;

/** Returns the sheets in the order of their tabs. */
function sheetsIn(xml: string): { index: number; name: string; isHidden: boolean }[] {
  return [...xml.matchAll(/<(?:\w+:)?sheet\s[^>]*>/g)].map(([tag], index) => ({
    index,
    name: plain(/\sname="([^"]*)"/.exec(tag)?.[1] ?? ""),
    isHidden: /\sstate="(?:hidden|veryHidden)"/.test(tag),
  }));
}

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
const plain = (text: string) => text.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => ENTITIES[name] ?? "");

const EMPTY_CELL = /<(?:\w+:)?c(?:\s[^>]*)?\/>/g;
const EMPTY_ROW = /<(?:\w+:)?row(?:\s[^>]*)?(?:\/>|>\s*<\/(?:\w+:)?row>)/g;
const PLACE = /<(?:\w+:)?(row|c)\s(?:[^>]*?\s)?r="([A-Z]*)(\d+)"/g;

/**
 * Removes cells with a format but no value: a coloured column extends to row 1,048,576.
 * @throws TableError if the sheet is still too large for memory
 */
function withoutEmptyCells(part: Uint8Array | undefined): Uint8Array {
  const xml = strFromU8(part ?? new Uint8Array())
    .replace(EMPTY_CELL, "")
    .replace(EMPTY_ROW, "");
  let [rows, columns] = [0, 1];
  for (const [, tag, letters = "", row = ""] of xml.matchAll(PLACE)) {
    if (tag === "row") rows = Math.max(rows, Number(row));
    else columns = Math.max(columns, columnOf(letters));
  }
  if (rows * columns > CELLS_MAX)
    throw new TableError(
      `A sheet of this file reaches to row ${rows.toLocaleString("en")} and column ${columns.toLocaleString("en")}. Copy what is needed to a new file.`,
    );
  return strToU8(xml);
}

const columnOf = (letters: string) => [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
