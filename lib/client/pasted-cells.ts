import { type PickedValues, pickPromotionCodes } from "@/lib/tables/pick-values";
import { readTextRows } from "@/lib/tables/text-rows";

// This module includes the CSV reader: import it only in lazily loaded dialogs.

export type { PickedValues };

/** Returns the promotion codes in typed or pasted lines. @throws TableError */
export const pickPastedPromotionCodes = (text: string): PickedValues => pickPromotionCodes(readTextRows(text));

/** Returns the first column of cells copied from a spreadsheet, or the lines of a text. Keeps empty lines. */
export function firstColumnOfPastedCells(pasted: string): string[] {
  const lines: string[] = [];
  for (const { row, cells } of readTextRows(pasted, "\t")) lines[row - 1] = cells[0]?.trim() ?? "";
  return Array.from(lines, (line) => line ?? "");
}
