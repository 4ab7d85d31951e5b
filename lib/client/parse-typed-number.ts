import { parseNaira } from "@/lib/contract/money.values";
import { cleanPastedValue } from "@/lib/contract/pasted.values";

/** Parses a number from typed text; null if it is invalid. */
export type NumberParser = (text: string) => number | null;

/** Parses naira such as `5,000` or `₦5,000.50` into kobo. */
export const parseNairaText: NumberParser = parseNaira;

/** Parses `1000`, `1,000` or `1 000`. */
export const parseWholeNumber: NumberParser = (text) => {
  const cleanText = cleanPastedValue(text);
  return /^(\d{1,3}((,\d{3})+|( \d{3})+)|\d+)$/.test(cleanText) ? Number(cleanText.replace(/[, ]/g, "")) : null;
};

/** Parses `12.5`, `12.5 %` or `12,5%` into hundredths of a percent. A comma is a decimal separator. */
export const parsePercent: NumberParser = (text) => {
  const [, percent] = /^(\d{1,3}(?:[.,]\d{1,2})?)\s*%?$/.exec(cleanPastedValue(text)) ?? [];
  return percent === undefined ? null : Math.round(Number(percent.replace(",", ".")) * 100);
};

/** Parses the text of a form field: null if empty, NaN if invalid, which the contract rejects. */
export const parseTypedNumber = (text: string, parseNumber: NumberParser): number | null =>
  text.trim() === "" ? null : (parseNumber(text) ?? Number.NaN);
