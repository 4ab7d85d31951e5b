import { textOf } from "./cell-text";
import { decodeText } from "./encoding";
import { kindOf } from "./file-kind";
import { TableError } from "./problem";
import { ROWS_MAX, readTextRows, type TextRow } from "./text-rows";
import { readWorkbook } from "./workbook-rows";

/** `sheet`: name of the sheet that was read, if the workbook has several; otherwise null. */
export type Table = { rows: TextRow[]; sheet: string | null };

/**
 * Reads a file as rows of text: CSV with any common delimiter and encoding, or an Excel workbook, detected by content. Skips
 * empty rows.
 * @throws TableError
 */
export async function readTable(bytes: Uint8Array): Promise<Table> {
  if (kindOf(bytes) === "text") return { rows: notEmpty(readTextRows(decodeText(bytes))), sheet: null };
  const { rows, sheet, sheets } = await readWorkbook(bytes);
  if (rows.length > ROWS_MAX)
    throw new TableError(`This sheet has more than ${ROWS_MAX.toLocaleString("en")} rows. Split it.`);
  return {
    rows: rows.map(({ row, cells }) => ({ row, cells: cells.map(textOf) })),
    sheet: sheets > 1 ? sheet : null,
  };
}

function notEmpty(rows: TextRow[]): TextRow[] {
  if (rows.length === 0) throw new TableError("This file has no rows.");
  return rows;
}
