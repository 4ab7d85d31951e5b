import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import { readSheet } from "read-excel-file/universal";
import { SAVE_AS_HINT, TableError } from "./table-error";

/** Value of a cell as the Excel library returns it; null if the cell is empty. */
export type WorkbookCell = string | number | boolean | Date | null;
/** The sheet that was read from an Excel file, with its rows. */
export type Workbook = {
  /** Name of the sheet that was read. */
  sheet: string;
  /** Number of visible sheets. */
  sheets: number;
  rows: { row: number; cells: WorkbookCell[] }[];
};

/** Maximum unpacked size of a workbook in bytes: about 200,000 rows. A small file can unpack to gigabytes. */
export const MAX_UNPACKED_BYTES = 150_000_000;
/** Maximum number of cells, including empty ones between others, because the library keeps them all in memory. */
const MAX_CELLS = 5_000_000;

const UNREADABLE_MESSAGE = `This Excel file can't be read. Open it in Excel. ${SAVE_AS_HINT}`;

/** Reads the first visible sheet that has rows, with stored values of formulas. Skips empty rows. @throws TableError */
export async function readWorkbook(bytes: Uint8Array, unpackedMax = MAX_UNPACKED_BYTES): Promise<Workbook> {
  const zipEntries = unpack(bytes, unpackedMax);
  const workbookXml = zipEntries["xl/workbook.xml"];
  if (!workbookXml) throw new TableError(UNREADABLE_MESSAGE);
  const allSheets = sheetsIn(strFromU8(workbookXml));
  const visibleSheets = allSheets.filter(({ isHidden }) => !isHidden);
  for (const path of Object.keys(zipEntries))
    if (/worksheets\/[^/]+\.xml$/.test(path)) zipEntries[path] = withoutEmptyCells(zipEntries[path]);
  // Without compression, the library unpacks in this thread instead of starting its own worker.
  const archive = zipSync(zipEntries, { level: 0 }).buffer as ArrayBuffer;
  for (const { index, name } of visibleSheets.length ? visibleSheets : allSheets) {
    const rows = await readSheetRows(archive, index);
    if (rows.length) return { sheet: name, sheets: visibleSheets.length, rows };
  }
  throw new TableError("This Excel file has no rows.");
}

async function readSheetRows(archive: ArrayBuffer, index: number): Promise<Workbook["rows"]> {
  try {
    return (await readSheetCells(archive, index))
      .map((row, rowIndex) => ({ row: rowIndex + 1, cells: row }))
      .filter((each) => each.cells.some((cell) => cell !== null && String(cell).trim() !== ""));
  } catch (error) {
    // The library throws a TypeError for a chart sheet, which has no cells.
    if (error instanceof TypeError) return [];
    throw new TableError(UNREADABLE_MESSAGE);
  }
}

/** Returns the cells of a sheet, by row. Casts dates, because read-excel-file 9.3.17 declares `typeof Date`. */
const readSheetCells = async (archive: ArrayBuffer, index: number) =>
  (await readSheet(archive, index + 1)) as unknown as WorkbookCell[][];

/** Unpacks only those parts of a workbook that contain cells. @throws TableError above `maxBytes` bytes */
function unpack(bytes: Uint8Array, maxBytes: number): Record<string, Uint8Array> {
  let size = 0;
  const isNeededPart = (name: string) => /\.(xml|rels)$/.test(name) && /^xl\/|^\[Content|^_rels\//.test(name);
  try {
    return unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (!isNeededPart(name)) return false;
        size += originalSize;
        if (size > maxBytes) throw new TableError(tooLargeError(maxBytes));
        return true;
      },
    });
  } catch (error) {
    throw error instanceof TableError ? error : new TableError(UNREADABLE_MESSAGE);
  }
}

const tooLargeError = (maxBytes: number) =>
  `This Excel file unpacks to more than ${maxBytes / 1_000_000} MB. Split it, or save it as CSV and choose that file.`;

/** Returns the sheets of a workbook in the order of their tabs. */
function sheetsIn(xml: string): { index: number; name: string; isHidden: boolean }[] {
  return [...xml.matchAll(/<(?:\w+:)?sheet\s[^>]*>/g)].map(([tag], index) => ({
    index,
    name: decodeXml(/\sname="([^"]*)"/.exec(tag)?.[1] ?? ""),
    isHidden: /\sstate="(?:hidden|veryHidden)"/.test(tag),
  }));
}

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
const decodeXml = (text: string) => text.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => ENTITIES[name] ?? "");

const EMPTY_CELL = /<(?:\w+:)?c(?:\s[^>]*)?\/>/g;
const EMPTY_ROW = /<(?:\w+:)?row(?:\s[^>]*)?(?:\/>|>\s*<\/(?:\w+:)?row>)/g;
const CELL_POSITION = /<(?:\w+:)?(row|c)\s(?:[^>]*?\s)?r="([A-Z]*)(\d+)"/g;

/**
 * Removes cells that have a format but no value, which some files have down to row 1,048,576.
 * @throws TableError if the rest is too large
 */
function withoutEmptyCells(sheetPart: Uint8Array | undefined): Uint8Array {
  const xml = strFromU8(sheetPart ?? new Uint8Array())
    .replace(EMPTY_CELL, "")
    .replace(EMPTY_ROW, "");
  let [rows, columns] = [0, 1];
  for (const [, tag, letters = "", row = ""] of xml.matchAll(CELL_POSITION)) {
    if (tag === "row") rows = Math.max(rows, Number(row));
    else columns = Math.max(columns, columnNumber(letters));
  }
  if (rows * columns > MAX_CELLS)
    throw new TableError(
      `A sheet of this file reaches to row ${rows.toLocaleString("en")} and column ${columns.toLocaleString("en")}. Copy what is needed to a new file.`,
    );
  return strToU8(xml);
}

const columnNumber = (letters: string) => [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
