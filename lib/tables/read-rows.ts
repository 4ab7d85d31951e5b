import { cellToText } from "./cell-text";
import { decodeText } from "./encoding";
import { detectFileKind } from "./file-kind";
import { TableError } from "./table-error";
import { MAX_TABLE_ROWS, readTextRows, type SpreadsheetRow } from "./text-rows";
import { readWorkbook } from "./workbook-rows";

/** Rows of a CSV file or Excel sheet. `sheet`: the sheet's name if the workbook has several sheets; otherwise null. */
export type Table = { rows: SpreadsheetRow[]; sheet: string | null };

/** Reads CSV of any common delimiter and encoding, or an Excel workbook, as rows of text. @throws TableError */
export async function readTable(bytes: Uint8Array): Promise<Table> {
  if (detectFileKind(bytes) === "text") return { rows: requireRows(readTextRows(decodeText(bytes))), sheet: null };
  const { rows, sheet, sheets } = await readWorkbook(bytes);
  if (rows.length > MAX_TABLE_ROWS)
    throw new TableError(`This sheet has more than ${MAX_TABLE_ROWS.toLocaleString("en")} rows. Split it.`);
  return {
    rows: rows.map(({ row, cells }) => ({ row, cells: cells.map(cellToText) })),
    sheet: sheets > 1 ? sheet : null,
  };
}

function requireRows(rows: SpreadsheetRow[]): SpreadsheetRow[] {
  if (rows.length === 0) throw new TableError("This file has no rows.");
  return rows;
}
