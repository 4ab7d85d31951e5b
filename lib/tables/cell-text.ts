import { cleanPastedValue } from "@/lib/contract/pasted.values";
import type { WorkbookCell } from "./workbook-rows";

/** Error message for a number whose digits Excel dropped. */
export const SHORTENED_NUMBER_MESSAGE =
  "Excel shortened this number. Format the column as text, then paste the numbers again.";

const EXPONENT_NUMBER = /^(\d)(?:[.,](\d+))?E\+?(\d+)$/i;

/** Returns true for a number that Excel shortened, such as `2.34803E+12`. `2.348030001234E+12` still has all digits. */
export function isNumberShortenedByExcel(text: string): boolean {
  const [, , decimals = "", exponent] = EXPONENT_NUMBER.exec(text) ?? [];
  return exponent !== undefined && decimals.length < Number(exponent);
}

/**
 * Returns a number without a spreadsheet's formatting: `2348030001234` for `2348030001234.0`, `2,348,030,001,234` and
 * `2.348030001234E+12`. Returns other text unchanged.
 */
export function toPlainNumber(text: string): string {
  if (/^\d+[.,]0+$/.test(text)) return text.replace(/[.,]0+$/, "");
  if (/^\d{1,3}(,\d{3}){2,}(\.0+)?$/.test(text)) return text.replace(/\.0+$/, "").replaceAll(",", "");
  const [, firstDigit = "", decimals = "", exponent] = EXPONENT_NUMBER.exec(text) ?? [];
  if (exponent === undefined || decimals.length < Number(exponent) || /[^0]/.test(decimals.slice(Number(exponent))))
    return text;
  return firstDigit + decimals.slice(0, Number(exponent));
}

/** Returns a cell as text; days in ISO 8601. */
export function cellToText(cell: WorkbookCell): string {
  if (cell === null) return "";
  if (cell instanceof Date) return cell.toISOString().replace(/T00:00:00\.000Z$/, "");
  return String(cell);
}

/** Returns the phone number, email, id or code in a cell without surrounding characters. */
export const cleanCell = (cell: string): string =>
  PLAIN_DIGITS.test(cell) ? cell : toPlainNumber(cleanPastedValue(cell));
/** Detects values that need no cleaning, to skip the slower path: files of 100,000 such cells are common. */
const PLAIN_DIGITS = /^\+?\d{4,15}$/;
